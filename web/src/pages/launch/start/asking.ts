import { useEffect } from 'react'
import type { Approval } from '../../../../../client/src/index.ts'
import { useApproval } from '../../../data/approvals.ts'
import { useKept } from '../../../data/client/kept.ts'
import { forgetKey } from '../../../data/launch/launch-key.ts'
import { isGone } from '../../../data/client/refusal.ts'
import { say } from '../../../ui/say.ts'
import type { useDraft } from '../dialogs/use-draft.ts'
import { beginAnew } from '../sheet/kept.ts'
import type { Row } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import { markOf, rowsToLaunch } from './launching.ts'
import { stateWord, t } from '../../../languages/t.ts'

/** A launch of this sheet that waits for a person. */
interface SheetRequest {
  approvalId: number
  /** Which ads were asked for. */
  mark: string
  draftId: number | null
}

export interface Asking {
  /** What waits; null: nothing does. */
  waiting: Approval | null
  note: (asked: { approvalId: number; rows: Row[]; draft: { id: number } | null }) => void
}

const nothing: SheetRequest | null = null

/** Follows a launch that waits for approval: once it was done, its ads leave the sheet, so that nobody launches them again. */
export function useAsking(sheet: SheetStore, { draft, letGo }: ReturnType<typeof useDraft>): Asking {
  const [asked, setAsked, forget] = useKept('launch-asked', nothing, { isShared: true })
  const { data, error } = useApproval(asked?.approvalId ?? null)
  const isOver = isGone(error) || (data !== undefined && data.state !== 'waiting' && data.state !== 'approved')
  useEffect(() => {
    if (!asked || !isOver) return
    forget()
    if (data?.state === 'done') {
      const isUnchanged = markOf(rowsToLaunch(sheet)) === asked.mark
      if (asked.draftId !== null && asked.draftId === draft?.id) letGo()
      if (isUnchanged) beginAnew(sheet)
      forgetKey()
      say(
        t('Your launch was approved and launched.'),
        isUnchanged ? undefined : t('The sheet was changed since, and stays.'),
      )
    } else if (data)
      say(
        t('Your launch was not done: its approval is {state}.', { state: stateWord(data.state) }),
        t('The sheet is as it was.'),
      )
    // Once, when its end is known.
  }, [isOver])
  return {
    waiting: isOver ? null : (data ?? null),
    note: ({ approvalId, rows, draft: of }) => setAsked({ approvalId, mark: markOf(rows), draftId: of?.id ?? null }),
  }
}
