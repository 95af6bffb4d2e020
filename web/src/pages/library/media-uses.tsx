import { Link } from '@tanstack/react-router'
import type { MediaUse } from '../../../../client/src/index.ts'
import { useMediaUses } from '../../data/launch/media.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { count, moment } from '../../ui/words/format.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { t } from '../../languages/t.ts'

const maxShown = 50

/** Which ads were launched with the file, batch by batch. */
export function MediaUses({ id }: { id: number }) {
  const uses = useMediaUses(id, maxShown)
  const total = uses.data?.pagination.total ?? 0
  return (
    <section aria-label={t('Where it is used')} className="flex flex-col gap-1">
      <h3 className="text-[13px] font-medium">{t('Where it is used')}</h3>
      <Answer
        of={uses}
        what={t('the batches')}
        empty={<p className="text-muted">{t('In no ad of the latest 200 batches.')}</p>}
      >
        {({ data }) => (
          <ul
            tabIndex={0}
            aria-label={t('Ads with this file')}
            className="flex max-h-48 flex-col gap-1 overflow-y-auto"
          >
            {data.map((use) => (
              <Use key={`${use.adBatchId} ${use.index} ${use.adSetId}`} use={use} />
            ))}
          </ul>
        )}
      </Answer>
      {total > maxShown && (
        <p className="text-[13px] text-muted">{t('And {total} more.', { total: count(total - maxShown) })}</p>
      )}
    </section>
  )
}

function Use({ use }: { use: MediaUse }) {
  return (
    <li className="flex items-baseline justify-between gap-2 text-[13px]">
      <span className="min-w-0 break-words">
        <Link to="/batches/$id" params={{ id: String(use.adBatchId) }} className="text-accent underline">
          {use.adName}
        </Link>{' '}
        <span className="text-muted">
          <PlatformTitle name={use.platform} /> · {moment(use.launchedAt)}
        </span>
      </span>
      <State word={use.status} />
    </li>
  )
}
