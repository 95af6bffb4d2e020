import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeEvent, Entity } from '../../../../../client/src/index.ts'
import { useAuditLog } from '../../../data/audit.ts'
import { useChanges } from '../../../data/campaigns/changes.ts'
import { useEntityDays } from '../../../data/running/entities.ts'
import { useBatchOf } from '../../../data/launch/batches.ts'
import { can, platformOf } from '../../../data/platforms.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer } from '../../../ui/answer.tsx'
import { DayBars } from '../../../ui/figures/day-bars.tsx'
import { ago, count, moment, money } from '../../../ui/words/format.ts'
import { ActionName } from '../../../ui/words/names.tsx'
import { stateWord, t } from '../../../languages/t.ts'

/** What it did on each of the last days. */
export function Days({ row }: { row: Entity }) {
  const days = useEntityDays(row)
  return (
    <Answer of={days} what={t('its days')}>
      {(list) => (
        <section aria-label={t('Day by day')} className="flex flex-col gap-4">
          <DayBars
            label={t('Spend, last 14 days')}
            days={list.map(({ day, spend }) => ({ day, value: spend }))}
            format={(value) => money(value, row.currency)}
          />
          <DayBars
            label={t('Results, last 14 days')}
            days={list.map(({ day, results }) => ({ day, value: results }))}
            format={count}
          />
        </section>
      )}
    </Answer>
  )
}

/** How it is set, where it stands, and where it came from. */
export function Settings({ row }: { row: Entity }) {
  const { levels } = platformOf(row.platform)
  const budget = row.dailyBudget ?? row.lifetimeBudget
  return (
    <section aria-label={t('Settings')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('Settings')}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px]">
        <Fact name={t('Id')}>
          <code className="break-all">{row.id}</code>
        </Fact>
        <Fact name={t('State')}>{row.status ? stateWord(row.status) : t('not known')}</Fact>
        {budget !== null && (
          <Fact name={t('Budget')}>
            {row.dailyBudget === null
              ? t('{budget} in all', { budget: money(budget, row.currency) })
              : t('{budget} a day', { budget: money(budget, row.currency) })}
          </Fact>
        )}
        {row.learningPhase && <Fact name={t('Learning')}>{stateWord(row.learningPhase)}</Fact>}
        {row.campaignName && row.level !== 'campaign' && (
          <Fact name={levels.campaign}>
            <span className="break-words">{row.campaignName}</span>
          </Fact>
        )}
        {row.adSetName && row.level === 'ad' && (
          <Fact name={levels.adset}>
            <span className="break-words">{row.adSetName}</span>
          </Fact>
        )}
        {row.createdTime && <Fact name={t('Made##when it was created')}>{moment(row.createdTime)}</Fact>}
        {row.changedAt && <Fact name={t('Last changed')}>{moment(row.changedAt)}</Fact>}
        {row.level === 'ad' && <LaunchedBy row={row} />}
      </dl>
      <nav aria-label={t('More about it')} className="flex flex-wrap gap-x-4 gap-y-1 text-accent underline">
        <Link to="/campaigns" search={{ account: row.accountId }}>
          {t('Its account as a tree')}
        </Link>
        {row.level === 'ad' && can(row.platform, 'comments') && (
          <Link to="/campaigns/comments" search={{ account: row.accountId, ad: row.id }}>
            {t('Comments')}
          </Link>
        )}
      </nav>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted first-letter:uppercase">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Its launch, whose receipts say what was asked for and what the platform stored. */
function LaunchedBy({ row }: { row: Entity }) {
  const batch = useBatchOf(row).data
  if (!batch) return null
  const id = String(batch.adBatchId)
  return (
    <Fact name={t('Launched by')}>
      <Link to="/batches/$id" params={{ id }} className="text-accent underline">
        {batch.name ?? t('Batch {id}', { id })}
      </Link>
      {' · '}
      <Link to="/batches/$id" params={{ id }} search={{ view: 'receipts' }} className="text-accent underline">
        {t('receipt')}
      </Link>
    </Fact>
  )
}

const shownChanges = 10
const historyDays = 30

/** What was done to it: through Flightdeck for whoever may read the audit log, and on the platform where that tells. */
export function History({ row }: { row: Entity }) {
  const may = useMay('admin')
  return (
    <>
      {may && <Done id={row.id} />}
      {can(row.platform, 'listChanges') && <OnPlatform row={row} />}
    </>
  )
}

function OnPlatform({ row }: { row: Entity }) {
  const since = new Date(Date.now() - historyDays * 86_400_000).toISOString().slice(0, 10)
  const changes = useChanges({ accountId: row.accountId, since, objectId: row.id })
  return (
    <section aria-label={t('Changed on the platform')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('Changed on the platform')}</h3>
      <Answer
        of={changes}
        what={t('its changes')}
        empty={<p className="text-muted">{t('Nothing in the last {historyDays} days.', { historyDays })}</p>}
      >
        {(list) => (
          <ul className="flex flex-col gap-1 text-[13px]">
            {list.slice(0, shownChanges).map((change) => (
              <li key={`${change.eventTime} ${change.eventType} ${Object.keys(change.changes).join()}`}>
                <Changed change={change} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <Link
        to="/campaigns/changes"
        search={{ account: row.accountId, object: row.id }}
        className="self-start text-[13px] text-accent underline"
      >
        {t('All of them, with before and after')}
      </Link>
    </section>
  )
}

function Changed({ change }: { change: ChangeEvent }) {
  return (
    <>
      <span className="font-medium">{change.actorName}</span>: {change.translatedEventType}{' '}
      <span className="text-muted">{ago(change.dateTimeInTimezone)}</span>
    </>
  )
}

function Done({ id }: { id: string }) {
  const entries = useAuditLog({ target: `entity:${id}` })
  return (
    <section aria-label={t('What was done here')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('What was done here')}</h3>
      <Answer
        of={entries}
        what={t('the log')}
        empty={<p className="text-muted">{t('Nothing was changed through Flightdeck.')}</p>}
      >
        {(list) => (
          <ul className="flex flex-col gap-1 text-[13px]">
            {list.slice(0, shownChanges).map(({ seq, at, actor, action, outcome }) => (
              <li key={seq}>
                <span className="font-medium">{actor.name}</span>: <ActionName of={action} />
                {outcome === 'done' ? '' : ` (${stateWord(outcome)})`} <span className="text-muted">{ago(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </section>
  )
}
