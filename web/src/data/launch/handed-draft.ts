import type { DraftToMend } from '../../../../client/src/index.ts'

let handed: DraftToMend | null = null

/** What failed of a batch, on its way into the launch sheet, which takes it when it opens. */
export function handDraft(draft: DraftToMend): void {
  handed = draft
}

export function takeHandedDraft(): DraftToMend | null {
  const taken = handed
  handed = null
  return taken
}
