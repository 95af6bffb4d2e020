/** One write of a decision. */
interface Place {
  decisionId: number
  /** Which of its actions. */
  at: number
}

/** Names a write: the same for whoever goes on with the decision. */
export function keyOf({ decisionId, at }: Place): string {
  return `automation ${decisionId} ${at}`
}

/** null: no write of a decision is called so. */
export function placeOf(key: string): Place | null {
  const [, decisionId, at] = /^automation (\d{1,15}) (\d{1,3})$/.exec(key) ?? []
  return decisionId === undefined ? null : { decisionId: Number(decisionId), at: Number(at) }
}
