import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AdAccount, ChangeEvent } from '../../../../client/src/index.ts'
import { useChanges } from '../../data/campaigns/changes.ts'
import { useKept } from '../../data/client/kept.ts'
import type { Level } from '../../data/platforms.ts'
import { Answer, More } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import { WithAccount } from './account-page.tsx'
import { shownValue } from './change-values.ts'
import { lastDays } from './days.ts'
import { can, platformOf, titleOf, titlesWith } from '../../data/platforms.ts'
import { wholeDay } from '../../ui/words/format.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const spans = [
  { value: '1', label: t('Today') },
  { value: '7', label: t('Last 7 days') },
  { value: '30', label: t('Last 30 days') },
  { value: '90', label: t('Last 90 days') },
]

/** Some platforms tell of the last days only. */
function spansOf(platform: string) {
  const { changeDays } = platformOf(platform)
  return spans.filter(({ value }) => changeDays === null || Number(value) <= changeDays)
}

export function Changes() {
  return <WithAccount at="/campaigns/changes">{(of) => <OfAccount key={of.account.id} {...of} />}</WithAccount>
}

function OfAccount({ account, picker }: { account: AdAccount; picker: React.ReactNode }) {
  const { object: objectId } = useSearch({ from: '/campaigns/changes' })
  const [wished, setSpan] = useKept('changes.span', '30')
  const options = spansOf(account.platform)
  const span = options.some(({ value }) => value === wished) ? wished : '30'
  const back = { account: account.id }
  return (
    <Page
      title={t('Changes')}
      lead={t('Who changed what in this account, on the platform itself too, with how it was before and after.')}
      actions={
        <Link to="/campaigns" search={back} className="text-accent underline">
          {t('Back to the campaigns')}
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-2 md:grid-cols-[minmax(14rem,24rem)_12rem]">
        {picker}
        <SelectField label={t('Days')} hideLabel options={options} value={span} onChange={setSpan} />
      </div>
      {objectId && (
        <p className="flex items-center gap-2">
          {rich('Only changes of {objectId}.', { objectId: <code>{objectId}</code> })}
          <Link to="/campaigns/changes" search={back} className="text-accent underline">
            {t('Show all')}
          </Link>
        </p>
      )}
      {can(account.platform, 'listChanges') ? (
        <List account={account} span={span} objectId={objectId} />
      ) : (
        <NoHistory account={account} />
      )}
    </Page>
  )
}

interface ChangesQuery {
  account: AdAccount
  span: string
  objectId: string | undefined
}

function List({ account, span, objectId }: ChangesQuery) {
  const { startDate } = lastDays(Number(span), account.timeZone)
  const changes = useChanges({ accountId: account.id, since: startDate, objectId })
  const columns = useMemo(() => columnsOf(account), [account])
  return (
    <>
      <Answer
        of={changes}
        what={t('the changes')}
        empty={changes.hasNextPage ? undefined : <Empty title={t('Nothing was changed in these days.')} />}
      >
        {(rows) => (
          <Table
            label={t('Changes')}
            columns={columns}
            rows={rows}
            keyOf={({ eventTime, objectId: id, eventType, changes: what }) =>
              `${eventTime} ${id} ${eventType} ${Object.keys(what).join()}`
            }
          />
        )}
      </Answer>
      <More of={changes}>{t('Show older changes')}</More>
    </>
  )
}

function NoHistory({ account }: { account: AdAccount }) {
  return (
    <Empty title={t('{platform} keeps no history that can be read.', { platform: titleOf(account.platform) })}>
      {rich(
        '{titlesWith} do: choose an account of theirs. What was changed through Flightdeck stands in the <link>audit log</link>, whatever the platform.',
        {
          titlesWith: titlesWith('listChanges'),
          link: (inner) => (
            <Link to="/audit" className="text-accent underline">
              {inner}
            </Link>
          ),
        },
      )}
    </Empty>
  )
}

function columnsOf(account: AdAccount): Column<ChangeEvent>[] {
  const { levels } = platformOf(account.platform)
  return [
    { head: t('When'), cell: ({ dateTimeInTimezone }) => <When of={dateTimeInTimezone} /> },
    {
      head: t('What'),
      cell: ({ objectName, objectId, objectType, translatedEventType }) => (
        <div className="max-w-72 min-w-44">
          <p className="break-words">{objectName || objectId}</p>
          <p className="text-[13px] text-muted">
            {levels[objectType as Level] ?? objectType} · {translatedEventType}
          </p>
        </div>
      ),
    },
    {
      head: t('Before and after'),
      long: true,
      cell: ({ changes }) => <Difference changes={changes} currency={account.currency} />,
    },
    { head: t('Who'), cell: ({ actorName }) => <span className="block min-w-32 break-words">{actorName}</span> },
  ]
}

/** As the clocks of the account had it: the text has that time already. */
function When({ of }: { of: string }) {
  return (
    <time dateTime={of} className="whitespace-nowrap tabular-nums" title={t("In the account's time zone")}>
      {wholeDay(of.slice(0, 10))} {of.slice(11, 16)}
    </time>
  )
}

function Difference({ changes, currency }: { changes: ChangeEvent['changes']; currency: string }) {
  const entries = Object.entries(changes)
  if (entries.length === 0) return <span className="text-muted">{t('The platform does not say.')}</span>
  return (
    <ul className="flex flex-col gap-1">
      {entries.map(([field, { old, new: now }]) => (
        <li key={field} className="flex flex-wrap items-center gap-1.5">
          <Badge>{field.replaceAll('_', ' ')}</Badge>
          <del className="break-all text-muted">{shownValue(field, old, currency)}</del>
          <span aria-hidden>→</span>
          <ins className="break-all no-underline">{shownValue(field, now, currency)}</ins>
        </li>
      ))}
    </ul>
  )
}
