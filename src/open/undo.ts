/** What has to be undone when the service stops, in the opposite order. */
export type Undo = (() => Promise<unknown>)[]

/** The last first; each once, whoever calls it again. */
export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step()
}

/** The same thing, to be closed when the service stops. */
export function closing<T extends { close(): Promise<unknown> }>(thing: T, undo: Undo): T {
  undo.push(() => thing.close())
  return thing
}
