import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../../client/src/index.ts'
import { useAuditLog } from '../../data/audit.ts'
import { root } from '../../data/client/root.ts'
import { Answer, More } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DayField } from '../../ui/days/day-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { moment } from '../../ui/words/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { ActionName } from '../../ui/words/names.tsx'
import { Values } from '../../ui/words/values.tsx'
import { names } from '../../languages/whole.ts'
import { stateWord, t } from '../../languages/t.ts'

const none = { actor: '', action: '', target: '', from: '', to: '' }

export function Audit() {
  const { actor = '' } = useSearch({ from: '/audit' })
  const [filters, setFilters] = useState({ ...none, actor })
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const asked = chosen(filters, names.actions)
  const entries = useAuditLog(asked)
  const exportAddress = `${root}/v1/audit-log?${new URLSearchParams({ ...asked, format: 'csv' }).toString()}`
  return (
    <Page
      title={t('Audit log')}
      lead={t(
        'Every write through any door: who, what, on what, and how it ended. Entries are chained, so that none can be changed unnoticed.',
      )}
      actions={
        <a
          href={exportAddress}
          download
          className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
        >
          <Download size={15} aria-hidden /> {t('CSV')}
        </a>
      }
    >
      <Filters filters={filters} onChange={setFilters} />
      <Answer of={entries} what={t('the log')} empty={<Empty title={t('Nothing fits these filters.')} />}>
        {(rows) => <Entries rows={rows} onOpen={setOpened} />}
      </Answer>
      <More of={entries}>{t('Older entries')}</More>
      {opened && <Entry entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** Such as: key 12, or ad set 120210. */
function targetInWords(target: string): string {
  const at = target.indexOf(':')
  const noun = target.slice(0, at)
  return at === -1 ? target : `${stateWord(noun === 'adset' ? 'ad set' : noun)} ${target.slice(at + 1)}`
}

/** As it is kept: what is typed is what the page says, in its language, or the name itself. */
function actionIn(text: string, said: Record<string, string>): string {
  const typed = text.trim().toLowerCase()
  const [name] = Object.entries(said).find(([, words]) => words.toLowerCase() === typed) ?? []
  return name ?? typed.replaceAll(' ', '_')
}

/** The filters that say something; days are whole days. */
function chosen({ from, to, ...given }: typeof none, actions: Record<string, string>): Record<string, string> {
  const words = { ...given, action: actionIn(given.action, actions) }
  const days = { from: from && `${from}T00:00:00Z`, to: to && `${to}T23:59:59Z` }
  return Object.fromEntries(Object.entries({ ...words, ...days }).filter(([, value]) => value.trim() !== ''))
}

function Filters({ filters, onChange }: { filters: typeof none; onChange: (next: typeof none) => void }) {
  const field = (name: keyof typeof none, label: string) => (
    <TextField
      label={label}
      value={filters[name]}
      onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
    />
  )
  const day = (name: 'from' | 'to', label: string) => (
    <DayField
      mayBeEmpty
      label={label}
      value={filters[name]}
      onChange={(next) => onChange({ ...filters, [name]: next })}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {field('actor', t('Who'))}
      {field('action', t('Action'))}
      {field('target', t('On what'))}
      {day('from', t('From##a day'))}
      {day('to', t('To##a day'))}
    </div>
  )
}

function Entries({ rows, onOpen }: { rows: AuditEntry[]; onOpen: (entry: AuditEntry) => void }) {
  return (
    <Table
      label={t('Audit log')}
      rows={rows}
      keyOf={({ seq }) => seq}
      columns={[
        { head: t('When'), cell: ({ at }) => moment(at), oneLine: true },
        { head: t('Who'), cell: ({ actor }) => `${actor.name} (${stateWord(actor.kind)})` },
        {
          head: t('Action'),
          cell: ({ action }) => <ActionName of={action} />,
        },
        {
          head: t('On what'),
          cell: ({ targets }) => targets.slice(0, 3).map(targetInWords).join(', '),
          wideOnly: true,
        },
        { head: t('Outcome'), cell: ({ outcome }) => <State word={outcome} /> },
        {
          head: t('Details'),
          cell: (entry) => (
            <Button small aria-label={t('Open entry {seq}', { seq: entry.seq })} onClick={() => onOpen(entry)}>
              {t('Open')}
            </Button>
          ),
        },
      ]}
    />
  )
}

function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const parts: [string, unknown][] = [
    [t('Asked'), entry.asked],
    [t('Before##the change'), entry.before],
    [t('After##the change'), entry.after],
    [t('Error'), entry.error],
  ]
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Entry {seq}', { seq: entry.seq })}
      lead={
        <>
          {entry.actor.name} · <ActionName of={entry.action} /> · {moment(entry.at)}
        </>
      }
    >
      {entry.targets.length > 0 && <p>{t('On {targets}', { targets: entry.targets.map(targetInWords).join(', ') })}</p>}
      {parts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <section key={name}>
            <h3 className="font-medium">{name}</h3>
            <Values label={name} value={value} />
          </section>
        ))}
      <p className="text-[13px] break-all text-muted">
        {t('Hash {hash}', { hash: entry.hash })}
        {entry.requestId && ` · ${t('request {requestId}', { requestId: entry.requestId })}`}
      </p>
    </Dialog>
  )
}
