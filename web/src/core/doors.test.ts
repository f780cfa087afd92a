import { expect, test } from "vitest";
import { opensHereOnly } from "./doors";

test("a link to this very computer is of no use to a phone", () => {
  for (const here of ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.1.2.3"]) {
    expect(opensHereOnly(`http://${here}/#secret`)).toBe(true);
  }
  for (const anywhere of ["192.168.1.20:8000", "table.example", "localhost.example", "[fe80::1]:8000"]) {
    expect(opensHereOnly(`http://${anywhere}/#secret`)).toBe(false);
  }
});
