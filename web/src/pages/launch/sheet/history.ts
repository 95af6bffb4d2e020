import type { Content } from './edits.ts'

/** How often one can go back. */
const maxSteps = 200
/** What another tab writes has to come into each of them. */
const maxAdopted = 50

interface History {
  /** What stood there before a change. Changes with the same name that follow each other are one step. */
  note(before: Content, name: string | undefined): void
  clear(): void
  /** Does this to every step. */
  adopt(put: (content: Content) => Content): void
  /** What to show instead; null: there is no way. */
  back(now: Content): Content | null
  forth(now: Content): Content | null
  canGoBack(): boolean
  canGoForth(): boolean
}

export function createHistory(): History {
  let past: { content: Content; name: string | undefined }[] = []
  let future: Content[] = []
  return {
    note(before, name) {
      const last = past.at(-1)
      if (name === undefined || last?.name !== name) past = [...past, { content: before, name }].slice(-maxSteps)
      future = []
    },
    adopt(put) {
      past = past.slice(-maxAdopted).map(({ content, name }) => ({ content: put(content), name }))
      future = future.slice(-maxAdopted).map(put)
    },
    clear() {
      past = []
      future = []
    },
    back(now) {
      const last = past.at(-1)
      if (!last) return null
      past = past.slice(0, -1)
      future = [...future, now]
      return last.content
    },
    forth(now) {
      const next = future.at(-1)
      if (!next) return null
      future = future.slice(0, -1)
      past = [...past, { content: now, name: undefined }]
      return next
    },
    canGoBack: () => past.length > 0,
    canGoForth: () => future.length > 0,
  }
}
