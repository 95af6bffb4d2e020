import { Rocket } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMay } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { say } from '../../ui/toasts.tsx'
import { useNames } from './grid/use-suggestions.ts'
import { Grid } from './grid/grid.tsx'
import { ProblemList } from './problem-list.tsx'
import { startChecker } from './sheet/checker.ts'
import type { Checker } from './sheet/checker.ts'
import { openSheet } from './sheet/kept.ts'
import { pasteCells, pasteTable, titlesOf } from './sheet/paste.ts'
import type { Pasted } from './sheet/paste.ts'
import { createProblems } from './sheet/problems.ts'
import type { Problems } from './sheet/problems.ts'
import { isEmpty } from './sheet/rows.ts'
import { useSignal } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'
import { LaunchDialog } from './start/launch-dialog.tsx'
import { StatusLine } from './status-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { Refusal } from './refusal.tsx'

/** What the page works with: made once, outside of React. */
export interface Desk {
  sheet: SheetStore
  problems: Problems
}

function openDesk(): Desk {
  const sheet = openSheet()
  return { sheet, problems: createProblems(sheet) }
}

export function Launch() {
  const [desk] = useState(openDesk)
  const checker = useChecker(desk)
  const mayLaunch = useMay('launch')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const { sheet, problems } = desk
  const take = (pasted: Pasted) => {
    if ('refusal' in pasted) return setRefusal(pasted.refusal)
    setRefusal(null)
    sheet.change(pasted.content)
    const { top, left, bottom, right } = pasted.range
    sheet.selectRange({ row: bottom, col: right }, { row: top, col: left })
    say(`${pasted.rows} ${pasted.rows === 1 ? 'row is' : 'rows are'} in the sheet.`)
  }
  const paste = (lines: string[][]) => {
    if (lines.length === 0) return
    const { row } = sheet.active()
    if (titlesOf(lines)) take(pasteTable(sheet.content(), lines, { at: row, what: 'The paste' }))
    else take(pasteCells(sheet.content(), lines, sheet.range()))
  }
  const start = () => setStarting(true)
  return (
    <Page
      title="Launch"
      lead="One row is one ad. Paste from a spreadsheet, drop a CSV file or type; every cell is checked while you write, and nothing is launched before you have seen what would be made."
      actions={<LaunchButton sheet={sheet} disabled={!mayLaunch} onPress={start} />}
    >
      <Toolbar
        desk={desk}
        onTable={(lines, what) => take(pasteTable(sheet.content(), lines, { at: firstFree(sheet), what }))}
        onRefused={setRefusal}
      />
      {refusal && <Refusal text={refusal} onClose={() => setRefusal(null)} />}
      <Grid {...{ sheet, problems }} onPaste={paste} onMedia={() => undefined} onLaunch={start} />
      <StatusLine desk={desk} checker={checker} />
      <ProblemList desk={desk} />
      <Names sheet={sheet} />
      {isStarting && <LaunchDialog desk={desk} onClose={() => setStarting(false)} />}
    </Page>
  )
}

function useChecker({ sheet, problems }: Desk): Checker | null {
  const [checker, setChecker] = useState<Checker | null>(null)
  useEffect(() => {
    const started = startChecker(sheet, problems)
    setChecker(started)
    return () => started.stop()
  }, [sheet, problems])
  return checker
}

/** Behind the last row with something in it. */
export function firstFree(sheet: SheetStore): number {
  return sheet.content().rows.findLastIndex((row) => !isEmpty(row)) + 1
}

function LaunchButton({ sheet, disabled, onPress }: { sheet: SheetStore; disabled: boolean; onPress: () => void }) {
  useSignal(sheet.signals, 'content')
  const count = sheet.content().rows.filter((row) => !isEmpty(row)).length
  return (
    <Button
      look="main"
      icon={<Rocket size={16} aria-hidden />}
      disabled={disabled || count === 0}
      title={disabled ? 'Your role does not launch.' : 'Ctrl-Enter'}
      onClick={onPress}
    >
      Launch {count === 0 ? '' : count} …
    </Button>
  )
}

function Names({ sheet }: { sheet: SheetStore }) {
  useSignal(sheet.signals, 'content')
  useNames(sheet.content().rows)
  return null
}
