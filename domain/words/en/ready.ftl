### The opening texts of ready fights.

opening-loading-bay = Rain on the shutters, one lamp, and people who were told that nobody would come through here tonight.
