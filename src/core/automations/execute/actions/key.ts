/** One write of a decision. */
interface ActionPosition {
  decisionId: number
  /** Which of its actions. */
  at: number
}

/** Names a write: the same for whoever goes on with the decision. */
export function keyOf({ decisionId, at }: ActionPosition): string {
  return `automation ${decisionId} ${at}`
}

/** The same for what takes it back. */
export function undoKeyOf({ decisionId, at }: ActionPosition): string {
  return `automation undo ${decisionId} ${at}`
}

/** null: no write of a decision, or of taking one back, is called so. */
export function placeOf(key: string): (ActionPosition & { isUndo: boolean }) | null {
  const [, undo, decisionId, at] = /^automation (undo )?(\d{1,15}) (\d{1,3})$/.exec(key) ?? []
  if (decisionId === undefined) return null
  return { decisionId: Number(decisionId), at: Number(at), isUndo: undo !== undefined }
}
