import type { UndoneAd } from '../../../../client/src/index.ts'
import { undoBatch, useUndoPlan } from '../../data/launch/batches.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { moment } from '../../ui/words/format.ts'
import { Problem } from '../../ui/problem.tsx'
import type { BatchHead } from './live-batch.ts'
import { Where } from './where.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { stateWord, t } from '../../languages/t.ts'

/** First what undoing would do, as the platform has it now; nothing is removed before somebody has seen that. */
export function UndoDialog({ head, onClose }: { head: BatchHead; onClose: () => void }) {
  const id = String(head.adBatchId)
  const plan = useUndoPlan(id)
  const undo = useWrite(undoBatch, {
    done: ({ message }) => [t('Undone'), message],
    then: ({ cannotCount }) => cannotCount === 0 && onClose(),
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Undo this batch')}
      lead={
        <>
          <Where head={head} />{' '}
          {t(
            'The ads are paused, then deleted, newest first. Creatives and media stay in the account; what was spent stays spent.',
          )}
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{undo.isSuccess ? t('Close') : t('Keep the ads')}</Button>
          {!undo.isSuccess && (
            <Button
              look="danger"
              busy={undo.isPending}
              disabled={!plan.data || plan.data.doneCount === 0}
              onClick={() => undo.mutate({ id })}
            >
              {t('Remove {doneCount} ads', { doneCount: plan.data?.doneCount ?? '' })}
            </Button>
          )}
        </>
      }
    >
      <Problem error={undo.error} />
      <Answer of={{ ...plan, data: undo.data ?? plan.data }} what={t('what would be removed')}>
        {(shown) => (
          <>
            <p role="status" lang="en" className="font-medium">
              {shown.message}
            </p>
            <Outcomes ads={shown.results} />
          </>
        )}
      </Answer>
    </Dialog>
  )
}

const tones = { done: 'good', 'would be removed': 'warn', 'gone already': 'calm', cannot: 'bad' } as const
const maxShown = 200

function Outcomes({ ads }: { ads: UndoneAd[] }) {
  // What cannot be removed is what somebody has to know.
  const sorted = ads.toSorted((a, b) => Number(b.outcome === 'cannot') - Number(a.outcome === 'cannot'))
  return (
    <>
      <ul
        tabIndex={0}
        aria-label={t('What becomes of each ad')}
        className="max-h-[45vh] overflow-y-auto rounded-lg border"
      >
        {sorted.slice(0, maxShown).map((ad) => (
          <li
            key={`${ad.index} ${ad.adSetId}`}
            className="flex flex-wrap items-center justify-between gap-2 border-b px-3 py-2 last:border-b-0"
          >
            <span className="min-w-0 break-words">
              {ad.adName} {ad.adId !== null && <CopyId id={ad.adId} of={ad.adName} />}
            </span>
            <span className="flex items-center gap-2">
              {ad.endsDropped?.map(({ id, endTime }) => (
                <span key={id} className="text-[13px] text-muted">
                  {t('its end, {endTime}, is no longer kept', { endTime: moment(endTime) })}
                </span>
              ))}
              {ad.reason && (
                <span lang="en" className="text-[13px] text-muted">
                  {ad.reason}
                </span>
              )}
              <Badge tone={tones[ad.outcome]}>{stateWord(ad.outcome)}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {ads.length > maxShown && <p className="text-muted">{t('And {ads} more.', { ads: ads.length - maxShown })}</p>}
    </>
  )
}
