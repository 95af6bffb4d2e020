import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdAccount, Negative } from '../../../../../client/src/index.ts'
import { useWrite } from '../../../data/client/write.ts'
import { removeNegatives, useNegatives } from '../../../data/campaigns/search-ads.ts'
import type { Within } from '../../../data/campaigns/search-ads.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer, More } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Refused } from '../refused.tsx'
import { AddWords } from './add-words.tsx'
import { matchWord } from './words.ts'
import { t } from '../../../languages/t.ts'

/** The words that keep ads away. */
export function Negatives({ account, within }: { account: AdAccount; within: Within }) {
  const negatives = useNegatives(within)
  const may = useMay('manage')
  const [chosen, choose] = useState<readonly Negative[]>([])
  const [open, setOpen] = useState<'adding' | 'removing' | null>(null)
  const toggle = (negative: Negative) =>
    choose((now) =>
      now.some(({ id }) => id === negative.id) ? now.filter(({ id }) => id !== negative.id) : [...now, negative],
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {chosen.length > 0 && (
          <>
            <span className="font-medium">{t('{chosen} chosen', { chosen: chosen.length })}</span>
            <Button icon={<Trash2 size={15} aria-hidden />} disabled={!may} onClick={() => setOpen('removing')}>
              {t('Remove …')}
            </Button>
            <Button look="quiet" onClick={() => choose([])}>
              {t('Choose none')}
            </Button>
          </>
        )}
        <Button look="main" icon={<Plus size={15} aria-hidden />} disabled={!may} onClick={() => setOpen('adding')}>
          {t('Add negatives …')}
        </Button>
      </div>
      <Answer of={negatives} what={t('the negatives')} empty={<Empty title={t('No searches are kept away here.')} />}>
        {(rows) => (
          <Table label={t('Negatives')} columns={columnsOf(chosen, toggle)} rows={rows} keyOf={({ id }) => id} />
        )}
      </Answer>
      <More of={negatives}>{t('Show more negatives')}</More>
      {open === 'adding' && (
        <AddWords kind="negative" account={account} within={within} onClose={() => setOpen(null)} />
      )}
      {open === 'removing' && (
        <Remove account={account} chosen={chosen} onClose={() => setOpen(null)} onDone={() => choose([])} />
      )}
    </>
  )
}

function columnsOf(chosen: readonly Negative[], toggle: (negative: Negative) => void): Column<Negative>[] {
  return [
    {
      head: t('Chosen'),
      cell: (negative) => (
        <input
          type="checkbox"
          aria-label={t('Choose {text}', { text: negative.text })}
          checked={chosen.some(({ id }) => id === negative.id)}
          onChange={() => toggle(negative)}
          className="size-4 accent-(--accent-strong)"
        />
      ),
    },
    {
      head: t('Kept away'),
      cell: ({ text, matchType }) => (
        <div className="max-w-80 min-w-40">
          <p className="font-medium wrap-anywhere">{text}</p>
          <p className="text-[13px] text-muted">{matchWord(matchType)}</p>
        </div>
      ),
    },
    { head: t('From##where searches are kept away'), cell: (negative) => <Place of={negative} /> },
  ]
}

function Place({ of: { level, campaignName, adGroupName, listName, campaigns = [] } }: { of: Negative }) {
  const users = campaigns.map(({ name }) => name).join(', ')
  if (level === 'shared-list')
    return (
      <div className="max-w-xl min-w-40">
        <p className="wrap-anywhere">{t('The list “{listName}”', { listName: listName ?? '' })}</p>
        <p className="text-[13px] wrap-anywhere text-muted">
          {users ? t('shared by {users}', { users }) : t('which no campaign uses at present')}
        </p>
      </div>
    )
  return (
    <div className="max-w-xl min-w-40">
      <p className="wrap-anywhere">{adGroupName ?? campaignName}</p>
      <p className="text-[13px] wrap-anywhere text-muted">
        {level === 'campaign'
          ? t('the whole campaign')
          : t('ad group of {campaignName}', { campaignName: campaignName ?? t('its campaign') })}
      </p>
    </div>
  )
}

interface RemoveProps {
  account: AdAccount
  chosen: readonly Negative[]
  onClose: () => void
  onDone: () => void
}

/** Searches that were kept away cost money again: what stands in lists goes for every campaign that uses them. */
function Remove({ account, chosen, onClose, onDone }: RemoveProps) {
  const [allowShared, setAllowed] = useState(false)
  const shared = chosen.filter(({ level }) => level === 'shared-list')
  const remove = useWrite(removeNegatives, {
    done: ({ successCount }) =>
      successCount > 0 ? t('{successCount} removed: ads show for these searches again.', { successCount }) : '',
    then: ({ failCount }) => {
      if (failCount > 0) return
      onDone()
      onClose()
    },
  })
  const failed = remove.data?.results.filter(({ success }) => !success) ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t({ one: 'Remove the negative?', other: 'Remove {count} negatives?' }, { count: chosen.length })}
      lead={t('Ads show for these searches again, and can cost money there.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep them away')}</Button>
          <Button
            look="danger"
            busy={remove.isPending}
            disabled={shared.length > 0 && !allowShared}
            onClick={() =>
              remove.mutate({
                accountId: account.id,
                ids: chosen.map(({ id }) => id),
                ...(allowShared && { allowShared }),
              })
            }
          >
            {t('Remove')}
          </Button>
        </>
      }
    >
      <ul aria-label={t('What is removed')} className="max-h-60 list-disc overflow-y-auto pl-5">
        {chosen.map(({ id, text, matchType }) => (
          <li key={id} className="wrap-anywhere">
            {text} <span className="text-muted">({matchWord(matchType)})</span>
          </li>
        ))}
      </ul>
      {shared.length > 0 && (
        <Checkbox
          label={t('Also for every other campaign that uses the same list')}
          checked={allowShared}
          onChange={(event) => setAllowed(event.target.checked)}
        />
      )}
      {failed.map(({ id, error }) => (
        <p key={id} className="text-bad">
          {chosen.find((each) => each.id === id)?.text ?? id}: {error?.message ?? t('The platform did not take it.')}
        </p>
      ))}
      <Refused error={remove.error} />
    </Dialog>
  )
}
