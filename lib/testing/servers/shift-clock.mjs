/** Imported before a server starts, shifts its clock by the milliseconds in CLOCK_SHIFT_MS. Waits last as long as ever. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
  // Its own, for the framework copies what a clock has and nothing that it inherits.
  static UTC = RealDate.UTC;
  static parse = RealDate.parse;
};
