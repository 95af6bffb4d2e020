import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { root } from '../../data/root.ts'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { moment } from '../../ui/format.ts'
import { Empty, Loading, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'

const none = { actor: '', action: '', target: '', from: '', to: '' }

export function Audit() {
  const [filters, setFilters] = useState(none)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const asked = chosen(filters)
  const entries = useInfiniteQuery({
    queryKey: ['audit', asked],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => flightdeck.readAuditLog({ ...asked, cursor, limit: 50 }),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  const rows = entries.data?.pages.flatMap(({ data }) => data) ?? []
  const exportAddress = `${root}/v1/audit-log?${new URLSearchParams({ ...asked, format: 'csv' }).toString()}`
  return (
    <Page
      title="Audit log"
      lead="Every write through any door: who, what, on what, and how it ended. Entries are chained, so that none can be changed unnoticed."
      actions={
        <a
          href={exportAddress}
          download
          className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
        >
          <Download size={15} aria-hidden /> CSV
        </a>
      }
    >
      <Filters filters={filters} onChange={setFilters} />
      {entries.isError && <Problem error={entries.error} again={() => void entries.refetch()} />}
      {entries.isPending && <Loading what="the log" />}
      {entries.isSuccess && rows.length === 0 && <Empty title="Nothing fits these filters." />}
      {rows.length > 0 && <Entries rows={rows} onOpen={setOpened} />}
      {entries.hasNextPage && (
        <Button className="self-center" busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          Older entries
        </Button>
      )}
      {opened && <Entry entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** The filters that say something; days are whole days. */
function chosen({ from, to, ...words }: typeof none): Record<string, string> {
  const days = { from: from && `${from}T00:00:00Z`, to: to && `${to}T23:59:59Z` }
  return Object.fromEntries(Object.entries({ ...words, ...days }).filter(([, value]) => value.trim() !== ''))
}

function Filters({ filters, onChange }: { filters: typeof none; onChange: (next: typeof none) => void }) {
  const field = (name: keyof typeof none, label: string, type = 'text') => (
    <TextField
      {...{ label, type }}
      value={filters[name]}
      onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {field('actor', 'Who')}
      {field('action', 'Action')}
      {field('target', 'On what')}
      {field('from', 'From', 'date')}
      {field('to', 'To', 'date')}
    </div>
  )
}

function Entries({ rows, onOpen }: { rows: AuditEntry[]; onOpen: (entry: AuditEntry) => void }) {
  return (
    <Table
      label="Audit log"
      rows={rows}
      keyOf={({ seq }) => seq}
      columns={[
        { head: 'When', cell: ({ at }) => moment(at), oneLine: true },
        { head: 'Who', cell: ({ actor }) => `${actor.name} (${actor.kind})` },
        { head: 'Action', cell: ({ action }) => <code>{action}</code> },
        { head: 'On what', cell: ({ targets }) => targets.slice(0, 3).join(', '), wideOnly: true },
        { head: 'Outcome', cell: ({ outcome }) => <State word={outcome} /> },
        {
          head: 'Details',
          cell: (entry) => (
            <Button small aria-label={`Open entry ${entry.seq}`} onClick={() => onOpen(entry)}>
              Open
            </Button>
          ),
        },
      ]}
    />
  )
}

function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const parts: [string, unknown][] = [
    ['Asked', entry.asked],
    ['Before', entry.before],
    ['After', entry.after],
    ['Error', entry.error],
  ]
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Entry ${entry.seq}`}
      lead={`${entry.actor.name} · ${entry.action} · ${moment(entry.at)}`}
    >
      {entry.targets.length > 0 && <p>On {entry.targets.join(', ')}</p>}
      {parts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <section key={name}>
            <h3 className="font-medium">{name}</h3>
            <pre tabIndex={0} className="max-h-64 overflow-auto rounded bg-raised p-2 text-[13px]">
              {JSON.stringify(value, null, 2)}
            </pre>
          </section>
        ))}
      <p className="text-[13px] break-all text-muted">
        Hash {entry.hash}
        {entry.requestId && ` · request ${entry.requestId}`}
      </p>
    </Dialog>
  )
}
