"use client";

/** A fault outside the frame of the console. */
export { BarePageFailure as default } from "#components/page-failure";
