import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { BatchSummary } from '../../../../client/src/index.ts'
import { batchStates } from '../../app/search.ts'
import type { BatchesSearch } from '../../app/search.ts'
import { useAccounts } from '../../data/accounts.tsx'
import { flightdeck } from '../../data/flightdeck.ts'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ago, count, moment } from '../../ui/format.ts'
import { Empty, Loading, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import { took } from './batch-words.ts'
import { partsOf } from './batch-parts.ts'

type Wanted = NonNullable<BatchesSearch['state']>

const stateWords: Record<Wanted, string> = {
  in_progress: 'Running',
  success: 'Succeeded',
  partial: 'Failed in part',
  error: 'Failed, whole or in part',
  cancelled: 'Cancelled',
  draft: 'Drafts',
}
const states = [{ value: '', label: 'Every state' }].concat(
  batchStates.map((state) => ({ value: state, label: stateWords[state] })),
)

const rowsPerPage = 25

export function Batches() {
  const wanted = useSearch({ from: '/batches' })
  const { page = 1 } = wanted
  const navigate = useNavigate()
  const want = (some: BatchesSearch) =>
    void navigate({ to: '/batches', search: { ...wanted, page: undefined, ...some } })
  const accounts = useAccounts().data ?? []
  const batches = useQuery({
    queryKey: ['batches', wanted],
    placeholderData: keepPreviousData,
    queryFn: () =>
      flightdeck.listBatches({
        status: wanted.state,
        accountId: wanted.account,
        page,
        limit: rowsPerPage,
      }),
  })
  const chosen = [{ value: '', label: 'Every ad account' }].concat(
    accounts.map(({ id, name, platform }) => ({ value: id, label: `${name} · ${platform}` })),
  )
  return (
    <Page
      title="Batches"
      lead="Every launch: how far it is, what became of each ad, and what to do about what failed."
      actions={
        <>
          <SelectField
            label="State"
            hideLabel
            options={states}
            value={wanted.state ?? ''}
            onChange={(state) => want({ state: (state || undefined) as Wanted | undefined })}
          />
          <SelectField
            label="Ad account"
            hideLabel
            className="max-w-56"
            options={chosen}
            value={wanted.account ?? ''}
            onChange={(account) => want({ account: account || undefined })}
          />
        </>
      }
    >
      {batches.isError && <Problem error={batches.error} again={() => void batches.refetch()} />}
      {batches.isPending && <Loading what="batches" />}
      {batches.data && <List rows={batches.data.data} isFiltered={Boolean(wanted.state ?? wanted.account)} />}
      {batches.data && (
        <Pages
          page={page}
          total={batches.data.pagination.total ?? 0}
          go={(to) => want({ page: to === 1 ? undefined : to })}
        />
      )}
    </Page>
  )
}

const columns: Column<BatchSummary>[] = [
  {
    head: 'Batch',
    cell: ({ adBatchId, adBatchSlug, name }) => (
      <Link to="/batches/$id" params={{ id: String(adBatchId) }} className="font-medium text-accent hover:underline">
        {name ?? adBatchSlug}
      </Link>
    ),
  },
  { head: 'State', cell: ({ rawStatus }) => <State word={rawStatus} /> },
  { head: 'Progress', cell: (batch) => <Bar batch={batch} /> },
  { head: 'Launched', figure: true, cell: ({ successfulAds }) => count(successfulAds) },
  { head: 'Failed', figure: true, cell: ({ failedAds }) => count(failedAds) },
  { head: 'Ads', figure: true, cell: ({ totalAds }) => count(totalAds) },
  {
    head: 'Asked for',
    wideOnly: true,
    cell: ({ createdAt }) => <time title={moment(createdAt)}>{ago(createdAt)}</time>,
  },
  {
    head: 'Took',
    wideOnly: true,
    cell: ({ createdAt, finishedAt }) => (finishedAt ? took(createdAt, finishedAt) : '–'),
  },
  { head: 'By', wideOnly: true, cell: ({ createdBy }) => createdBy },
]

function Bar({ batch }: { batch: BatchSummary }) {
  return (
    <div className="w-28">
      <Progress
        label={`Progress of ${batch.name ?? batch.adBatchSlug}`}
        total={batch.totalAds}
        parts={partsOf(batch)}
      />
    </div>
  )
}

function List({ rows, isFiltered }: { rows: BatchSummary[]; isFiltered: boolean }) {
  if (rows.length > 0)
    return <Table label="Batches" columns={columns} rows={rows} keyOf={({ adBatchId }) => adBatchId} />
  if (isFiltered) return <Empty title="No batch is like this.">Choose another state or account.</Empty>
  return (
    <Empty title="Nothing has been launched yet.">
      <Link to="/launch" className="text-accent underline">
        Launch the first ads
      </Link>
      ; they appear here as they are made.
    </Empty>
  )
}

function Pages({ page, total, go }: { page: number; total: number; go: (page: number) => void }) {
  const last = Math.max(1, Math.ceil(total / rowsPerPage))
  if (last === 1) return null
  return (
    <nav aria-label="Pages of batches" className="flex items-center justify-end gap-2 text-muted">
      <span>
        Page {page} of {last}, {count(total)} batches
      </span>
      <Button small disabled={page <= 1} onClick={() => go(page - 1)}>
        Newer
      </Button>
      <Button small disabled={page >= last} onClick={() => go(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
