import type { InstanceEnding } from '../../../../client/src/index.ts'
import { titleOf } from '../../data/platforms.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Table } from '../../ui/table.tsx'

const next: Record<InstanceEnding['kind'], string> = {
  key: 'Its company makes another one.',
  connection: 'Its company connects anew.',
  platform_version: 'Update Flightdeck before.',
  platform_change: 'Nothing to do here; launches say it.',
  company: 'flightdeck company delete --cancel keeps it.',
}
/** A platform is called by its name; what it changes begins with it. */
const titles: Record<InstanceEnding['kind'], (id: string) => string> = {
  key: (id) => `API key ${id}`,
  connection: (id) => `connection ${id}`,
  platform_version: (id) => `version of ${titleOf(id)}`,
  platform_change: () => 'platform',
  company: (id) => `company ${id}`,
}
const tones: Record<InstanceEnding['mark'], Tone> = { ok: 'calm', warning: 'warn', problem: 'bad' }

/** What ends, the first end first, and what to do about it. */
export function Endings({ endings }: { endings: InstanceEnding[] }) {
  if (endings.length === 0) return <p className="text-muted">Nothing is about to end.</p>
  return (
    <Table
      label="About to end"
      rows={endings}
      keyOf={({ kind, id, what }) => `${kind} ${id} ${what}`}
      columns={[
        {
          head: 'When',
          cell: ({ at, mark, broken }) => <Badge tone={tones[mark]}>{broken === null ? ago(at) : 'broken'}</Badge>,
        },
        { head: 'Day', cell: ({ at }) => moment(at), oneLine: true, wideOnly: true },
        { head: 'What', cell: Named },
        { head: 'Company', cell: ({ company }) => company ?? 'all', wideOnly: true },
        { head: 'What to do', cell: ({ kind, mark }) => (mark === 'ok' ? 'There is time.' : next[kind]) },
      ]}
    />
  )
}

function Named({ kind, id, what, broken }: InstanceEnding) {
  return (
    <span className="wrap-anywhere">
      {titles[kind](id)}: {what}
      {broken !== null && ` (${broken})`}
    </span>
  )
}
