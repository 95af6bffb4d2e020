/** A word where an amount is not known: whoever compares it with a limit must not take it for a small number. */
export const unknown = 'unknown'
export type FigureOrUnknown = number | typeof unknown
