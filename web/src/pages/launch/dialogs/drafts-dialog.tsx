import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { DraftLine } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { useMay } from '../../../data/session.ts'
import { useWrite } from '../../../data/write.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ago, count } from '../../../ui/format.ts'
import { Empty, Loading } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { cellsOfAd } from '../sheet/cells-of-ad.ts'
import { firstColumns } from '../sheet/columns.ts'
import { contentOfCells } from '../sheet/paste.ts'
import type { SheetStore } from '../sheet/store.ts'
import type { useDraft } from './use-draft.ts'

interface DraftsProps {
  sheet: SheetStore
  drafting: ReturnType<typeof useDraft>
  onClose: () => void
}

export function DraftsDialog({ sheet, drafting, onClose }: DraftsProps) {
  const drafts = useQuery({ queryKey: ['batches', 'drafts'], queryFn: () => flightdeck.listDrafts({ limit: 100 }) })
  const open = useMutation({
    mutationFn: (id: number) => flightdeck.getDraft({ id }),
    onSuccess: (draft) => {
      const cells = draft.ads.map((ad) => cellsOfAd(withShared(ad, draft)))
      // A change like any other: Ctrl-Z brings back what stood there.
      sheet.change(contentOfCells(cells, firstColumns))
      sheet.select({ row: 0, col: 0 })
      drafting.setDraft({ id: draft.id, name: draft.name ?? '' })
      onClose()
    },
  })
  const remove = useWrite({
    run: (id: number) => flightdeck.deleteDraft({ id }).then(() => id),
    done: 'The draft is gone.',
    then: (id) => id === drafting.draft?.id && drafting.letGo(),
    ages: ['batches'],
  })
  const mayDelete = useMay('launch')
  const list = drafts.data?.data ?? []
  return (
    <Dialog open onClose={onClose} title="Drafts" lead="A draft takes the place of the sheet; Ctrl-Z brings that back.">
      {drafts.isPending && <Loading what="drafts" />}
      {(drafts.error ?? open.error ?? remove.error) && <Problem error={drafts.error ?? open.error ?? remove.error} />}
      {drafts.data && list.length === 0 && (
        <Empty title="There are no drafts.">Save draft keeps a sheet for later.</Empty>
      )}
      <ul className="flex flex-col divide-y">
        {list.map((draft) => (
          <li key={draft.id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{draft.name ?? `Draft ${draft.id}`}</p>
              <p className="text-[13px] text-muted">{about(draft)}</p>
            </div>
            <Button small busy={open.isPending && open.variables === draft.id} onClick={() => open.mutate(draft.id)}>
              Open
            </Button>
            <IconButton
              small
              label={`Delete ${draft.name ?? `draft ${draft.id}`}`}
              icon={<Trash2 size={15} aria-hidden />}
              disabled={!mayDelete}
              onClick={() => remove.mutate(draft.id)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function about({ adCount, issueCount, updatedAt }: DraftLine): string {
  const problems = issueCount === 0 ? 'ready to launch' : `${count(issueCount)} to mend`
  return `${count(adCount)} ${adCount === 1 ? 'ad' : 'ads'} · ${problems} · saved ${ago(updatedAt)}`
}

/** What a draft says for all ads stands in the rows of those that say nothing themselves. */
function withShared(ad: Record<string, unknown>, draft: { adSets: unknown[]; launchPaused: boolean }) {
  return {
    ...(draft.adSets.length > 0 ? { adSets: draft.adSets } : {}),
    ...(draft.launchPaused ? { launchPaused: true } : {}),
    ...ad,
  }
}
