### The opening texts of ready fights.

opening-loading-bay = Regen auf den Rollläden, eine Lampe und Leute, denen man gesagt hat: Heute Nacht kommt hier niemand durch.
