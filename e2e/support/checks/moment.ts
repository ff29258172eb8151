/** What a moment may read as, whatever the hour at which the tests run: of another day it names the day too. */
export const moment = String.raw`(?:\d{1,2} \w{3}(?: \d{4})?, )?\d\d:\d\d`;
