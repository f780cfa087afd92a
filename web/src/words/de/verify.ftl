page-seal-closed = Der Startwert ist noch versiegelt. Er wird geöffnet, wenn die Szene zu Ende ist.
page-seal-wrong = Der geöffnete Startwert ist nicht der versiegelte.
page-seal-none = ohne Siegel gewürfelt
page-seal-used = hat das Siegel eines anderen Wurfs
page-seal-faces = sein Siegel ergibt { $faces }
