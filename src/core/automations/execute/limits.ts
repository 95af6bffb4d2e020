/** A slot that nobody came to in so long is skipped: its figures, and what was to be done about them, are of the past. */
export const lateAfterMinutes = 10
/** An execution whose process died before it was checked is gone on with for so long. */
export const uncheckedMinutes = lateAfterMinutes + 5
/** Of the slots that were missed, the last ones have a row each; the others are counted. */
export const maxLateRecorded = 20
export const countedDays = 60

/** How long whoever works on an execution holds it without a sign of life. */
export const leaseSeconds = 60

/** Two rules that want something of the same entity within this time are in each other's way. */
export const fightMinutes = 10

/** So many of those that there was no room for may get a place that another did not need. */
export const maxWaiting = 500

/** How long a suggestion can be accepted. */
export const suggestionHours = 72

/** A write that cannot be made now is tried again for so long. */
export const tryForMs = 180_000
export const maxWaitMs = 30_000

/** What is kept of executions: all of them for a while, and for longer what came of them. */
export const checksKeptDays = 60
export const executionsKeptDays = 400
export const forgottenAtOnce = 500
