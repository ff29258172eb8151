"use client";

/** A fault inside a page: the frame and its search stay. */
export { PageFailure as default } from "#components/page-failure";
