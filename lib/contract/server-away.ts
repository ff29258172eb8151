/** What every screen says when the dashboard's own server doesn't answer. */
export const serverAway = {
  title: "The dashboard’s server does not answer",
  meaning: "Existing transfers aren’t affected.",
  advice: "Check your connection, then try again.",
};

export const serverAwayDetail = `${serverAway.meaning} ${serverAway.advice}`;
export const serverAwayText = `${serverAway.title}. ${serverAwayDetail}`;
