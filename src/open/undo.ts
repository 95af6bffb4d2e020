/** What has to be undone when the service stops, in the opposite order. */
export type Undo = (() => Promise<unknown>)[]

/** The same thing, to be closed when the service stops. */
export function closing<T extends { close(): Promise<unknown> }>(thing: T, undo: Undo): T {
  undo.push(() => thing.close())
  return thing
}
