/** What every screen says of the dashboard's own server when it does not answer. */
export const serverAway = {
  title: "The dashboard’s server does not answer",
  meaning: "No money was moved or lost.",
  advice: "Check your connection, then try again.",
};

/** What that means for the money, and what to do. */
export const serverAwayDetail = `${serverAway.meaning} ${serverAway.advice}`;
/** All of it: what happened, what it means for the money, what to do. */
export const serverAwayText = `${serverAway.title}. ${serverAwayDetail}`;
