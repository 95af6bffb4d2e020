import { useEffect, useState } from 'react'
import { useDraftCheck } from '../../../data/launch/drafts.ts'
import { isGone } from '../../../data/client/refusal.ts'
import type { OpenDraft } from '../../../data/launch/drafts.ts'
import { t } from '../../../languages/t.ts'

/** Drafts belong to everybody: another may have launched or deleted the one that the sheet came from. Then the sheet lets go of it. */
export function useLostDraft(draft: OpenDraft | null, onLetGo: () => void) {
  const [lost, setLost] = useState<OpenDraft | null>(null)
  const note = (gone: OpenDraft) => {
    setLost(gone)
    onLetGo()
  }
  const check = useDraftCheck(draft?.id)
  const isLost = isGone(check.error)
  useEffect(() => {
    if (isLost && draft) note(draft)
    // Once for each draft that is found to be gone.
  }, [isLost])
  const savedAt = check.data?.updatedAt
  const isChanged = draft?.updatedAt !== undefined && savedAt !== undefined && savedAt > draft.updatedAt
  return { draft: lost, note, changedAt: isChanged ? savedAt : null }
}

export function GoneDraft({ name }: { name: string }) {
  return (
    <p role="status" className="rounded-lg border border-warn bg-warn-soft p-3 text-warn">
      {t(
        'The draft “{name}” is no longer there: somebody has launched or deleted it. Look at Batches first: these ads would be launched as new ones.',
        { name },
      )}
    </p>
  )
}
