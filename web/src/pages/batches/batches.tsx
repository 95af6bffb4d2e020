import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { BatchSummary } from '../../../../client/src/index.ts'
import { batchStates } from '../../app/search.ts'
import type { BatchesSearch } from '../../app/search.ts'
import { useAccountOptions } from '../../data/accounts.ts'
import { useBatches } from '../../data/launch/batches.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/select.tsx'
import { ago, count, moment } from '../../ui/words/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Progress } from '../../ui/figures/progress.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import { partsOf } from './batch-parts.ts'
import { stateWordOf, took } from './batch-words.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

type Wanted = NonNullable<BatchesSearch['state']>

const stateWords: Record<Wanted, string> = {
  in_progress: t('Running'),
  success: t('Succeeded'),
  partial: t('Failed in part'),
  error: t('Failed, whole or in part'),
  cancelled: t('Cancelled'),
  draft: t('Drafts'),
}
const states = [{ value: '', label: t('Every state') }].concat(
  batchStates.map((state) => ({ value: state, label: stateWords[state] })),
)

const rowsPerPage = 25

export function Batches() {
  const wanted = useSearch({ from: '/batches' })
  const { page = 1 } = wanted
  const navigate = useNavigate()
  const want = (some: BatchesSearch) =>
    void navigate({ to: '/batches', search: { ...wanted, page: undefined, ...some } })
  const batches = useBatches({ status: wanted.state, accountId: wanted.account, page, limit: rowsPerPage })
  const accounts = [{ value: '', label: t('Every ad account') }, ...useAccountOptions()]
  return (
    <Page
      title={t('Batches')}
      lead={t('Every launch: how far it is, what became of each ad, and what to do about what failed.')}
      actions={
        <>
          <SelectField
            label={t('State')}
            hideLabel
            options={states}
            value={wanted.state ?? ''}
            onChange={(state) => want({ state: (state || undefined) as Wanted | undefined })}
          />
          <SelectField
            label={t('Ad account')}
            hideLabel
            className="max-w-56"
            options={accounts}
            value={wanted.account ?? ''}
            onChange={(account) => want({ account: account || undefined })}
          />
        </>
      }
    >
      <Answer of={batches} what={t('batches')} empty={<Nothing isFiltered={Boolean(wanted.state ?? wanted.account)} />}>
        {({ data, pagination }) => (
          <>
            <Table label={t('Batches')} columns={columns} rows={data} keyOf={({ adBatchId }) => adBatchId} />
            <Pager
              of={t('batches')}
              page={page}
              perPage={rowsPerPage}
              total={pagination.total ?? 0}
              go={(to) => want({ page: to === 1 ? undefined : to })}
              words={[t('Newer'), t('Older')]}
            />
          </>
        )}
      </Answer>
    </Page>
  )
}

const columns: Column<BatchSummary>[] = [
  {
    head: t('Batch'),
    cell: ({ adBatchId, name, sandbox }) => (
      <>
        <Link to="/batches/$id" params={{ id: String(adBatchId) }} className="font-medium text-accent hover:underline">
          {name ?? t('Batch {adBatchId}', { adBatchId })}
        </Link>{' '}
        <SandboxOrLive of={sandbox === null ? [] : [sandbox]} />
      </>
    ),
  },
  { head: t('State'), cell: (batch) => <State word={stateWordOf(batch)} /> },
  { head: t('Progress'), cell: (batch) => <Bar batch={batch} /> },
  { head: t('Launched'), figure: true, cell: ({ successfulAds }) => count(successfulAds) },
  { head: t('Failed'), figure: true, cell: ({ failedAds }) => count(failedAds) },
  { head: t('Ads'), figure: true, cell: ({ totalAds }) => count(totalAds) },
  {
    head: t('Asked for'),
    wideOnly: true,
    cell: ({ createdAt }) => <time title={moment(createdAt)}>{ago(createdAt)}</time>,
  },
  {
    head: t('Took'),
    wideOnly: true,
    cell: ({ createdAt, finishedAt }) => (finishedAt ? took(createdAt, finishedAt) : '–'),
  },
  { head: t('By##who launched'), wideOnly: true, cell: ({ createdBy }) => createdBy },
]

function Bar({ batch }: { batch: BatchSummary }) {
  return (
    <div className="w-28">
      <Progress
        label={t('Progress of {name}', {
          name: batch.name ?? t('Batch {adBatchId}', { adBatchId: batch.adBatchId }),
        })}
        total={batch.totalAds}
        parts={partsOf(batch)}
      />
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title={t('No batch is like this.')}>{t('Choose another state or account.')}</Empty>
  return (
    <Empty title={t('Nothing has been launched yet.')}>
      {rich('<link>Launch the first ads</link>; they appear here as they are made.', {
        link: (inner) => (
          <Link to="/launch" className="text-accent underline">
            {inner}
          </Link>
        ),
      })}
    </Empty>
  )
}
