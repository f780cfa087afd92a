seal-closed = Der Startwert ist noch versiegelt. Er wird geöffnet, wenn die Szene schließt.
seal-wrong = Der geöffnete Startwert ist nicht der versiegelte.
seal-none = ohne Siegel gewürfelt
seal-used = hat das Siegel eines anderen Wurfs
seal-faces = sein Siegel ergibt { $faces }
