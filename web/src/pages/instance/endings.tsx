import type { InstanceEnding } from '../../../../client/src/index.ts'
import { titleOf } from '../../data/platforms.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Table } from '../../ui/table.tsx'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

const next: Record<InstanceEnding['kind'], string> = {
  key: t('Its company makes another one.'),
  connection: t('Its company connects anew.'),
  platform_version: t('Update Flightdeck before.'),
  platform_change: t('Nothing to do here; launches say it.'),
  company: t('flightdeck company delete --cancel keeps it.'),
}
/** A platform is called by its name; what it changes begins with it. */
const titles: Record<InstanceEnding['kind'], (id: string) => string> = {
  key: (id) => t('API key {id}', { id }),
  connection: (id) => t('connection {id}', { id }),
  platform_version: (id) => t('version of {id}', { id: titleOf(id) }),
  platform_change: () => t('platform'),
  company: (id) => t('company {id}', { id }),
}
const tones: Record<InstanceEnding['mark'], Tone> = { ok: 'calm', warning: 'warn', problem: 'bad' }

/** What ends, the first end first, and what to do about it. */
export function Endings({ endings }: { endings: InstanceEnding[] }) {
  if (endings.length === 0) return <p className="text-muted">{t('Nothing is about to end.')}</p>
  return (
    <Table
      label={t('About to end')}
      rows={endings}
      keyOf={({ kind, id, what }) => `${kind} ${id} ${what}`}
      columns={[
        {
          head: t('When'),
          cell: ({ at, mark, broken }) => <Badge tone={tones[mark]}>{broken === null ? ago(at) : t('broken')}</Badge>,
        },
        { head: t('Day'), cell: ({ at }) => moment(at), oneLine: true, wideOnly: true },
        { head: t('What'), cell: Named },
        { head: t('Company'), cell: ({ company }) => company ?? t('all'), wideOnly: true },
        { head: t('What to do'), cell: ({ kind, mark }) => (mark === 'ok' ? t('There is time.') : next[kind]) },
      ]}
    />
  )
}

function Named({ kind, id, what, broken }: InstanceEnding) {
  return (
    <span className="wrap-anywhere">
      {titles[kind](id)}: <Said>{what}</Said>
      {broken !== null && <Said> ({broken})</Said>}
    </span>
  )
}
