import { useDeferredValue, useMemo } from 'react'
import { X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { count } from '../../../ui/words/format.ts'
import type { LaunchPageState } from '../page-state.ts'
import { allColumns, headOf } from '../sheet/columns.ts'
import { campaignHint } from '../sheet/rows.ts'
import { joinTwins, twinsIn } from '../sheet/shapes.ts'
import { useSignal } from '../sheet/signals.ts'
import type { SheetStore } from '../sheet/store.ts'
import { rowsInWords } from '../rows-in-words.ts'
import { QuestionLine } from './question.tsx'
import type { Taken } from './taken.ts'
import { listed } from '../../../languages/lists.ts'
import { t } from '../../../languages/t.ts'

interface StripProps {
  pageState: LaunchPageState
  taken: Taken | null
  onClose: () => void
  onPut: (place: number, column: string) => void
}

const maxAsked = 8

/** What was understood of a table, and what has to be asked: once for all rows. */
export function Strip({ pageState: { sheet, names }, taken, onClose, onPut }: StripProps) {
  useSignal(sheet.signals, 'questions')
  const questions = names.questions()
  // All rows are looked through: not while somebody writes.
  const version = useDeferredValue(useSignal(sheet.signals, 'content'))
  const twins = useMemo(() => {
    const found = [...twinsIn(sheet.content()).values()]
    return `${found.reduce((sum, rows) => sum + rows.length, 0)} ${found.length}`
  }, [sheet, version])
  if (!taken && questions.length === 0 && twins === '0 0') return null
  return (
    <section
      aria-label={t('What was understood')}
      className="flex max-h-80 flex-col gap-3 overflow-y-auto rounded-lg border bg-surface p-3"
    >
      {questions.slice(0, maxAsked).map((question) => (
        <QuestionLine key={question.key} question={question} onAnswer={(value) => names.answer(question, value)} />
      ))}
      {questions.length > maxAsked && (
        <p className="text-muted">
          {t('{questions} more names are asked about after these.', { questions: count(questions.length - maxAsked) })}
        </p>
      )}
      {twins !== '0 0' && <TwinsLine sheet={sheet} twins={twins} />}
      {taken && <Told {...{ taken, onClose, onPut }} />}
    </section>
  )
}

/** Rows that differ in nothing but the shape of their pictures are asked about, not joined: they may be meant as they are. */
function TwinsLine({ sheet, twins }: { sheet: SheetStore; twins: string }) {
  const [rows = 0, ads = 0] = twins.split(' ').map(Number)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>
        <span className="font-medium">{rowsInWords(rows)}</span>{' '}
        {t(
          {
            one: 'differ only in the shape of their pictures: they can be one ad, each picture where its shape belongs.',
            other:
              'differ only in the shape of their pictures: they can be {count} ads, each picture where its shape belongs.',
          },
          { count: ads },
        )}
      </p>
      <Button small onClick={() => sheet.change(joinTwins(sheet.content()))}>
        {t({ one: 'Make them one ad', other: 'Make them {count} ads' }, { count: ads })}
      </Button>
    </div>
  )
}

function Told({ taken, onClose, onPut }: Omit<StripProps, 'pageState' | 'taken'> & { taken: Taken }) {
  const { what, told, isGuessed, rowIds, leftOut } = taken
  return (
    <div className="flex items-start gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="wrap-anywhere">
          <span className="font-medium">
            {what}: {rowsInWords(rowIds.length)}.
          </span>{' '}
          {isGuessed ? (
            t('It has no titles; by what stands in them its columns are {columns}.', {
              columns: told.map(({ column }) => titleFor(column)).join(', '),
            })
          ) : (
            <span className="text-muted">{renamed(taken)}</span>
          )}
        </p>
        {leftOut.length > 0 && <LeftOutLine leftOut={leftOut} onPut={onPut} />}
      </div>
      <IconButton small label={t('Close what was understood')} icon={<X size={16} aria-hidden />} onClick={onClose} />
    </div>
  )
}

const titleFor = (column: string) => (column === campaignHint ? t('Campaign, to tell ad sets apart') : headOf(column))

/** Only what is called otherwise there has to be said. */
function renamed({ told }: Taken): string {
  const others = told.flatMap(({ column, titles }) => {
    const strange = titles.filter((title) => title.toLowerCase() !== headOf(column).toLowerCase())
    return strange.length > 0 ? [`${listed(strange)} → ${titleFor(column)}`] : []
  })
  return others.length === 0 ? t('Every column is one of the sheet.') : `${others.join(', ')}.`
}

const maxLeftOut = 6
const maxTitles = 20

function titlesIn(leftOut: Taken['leftOut']): string {
  const titles = leftOut
    .slice(0, maxTitles)
    .map(({ title }) => title)
    .join(', ')
  return leftOut.length > maxTitles ? t('{titles} and more', { titles }) : titles
}

function LeftOutLine({ leftOut, onPut }: { leftOut: Taken['leftOut']; onPut: StripProps['onPut'] }) {
  const options = allColumns.map((name) => ({ value: name, label: headOf(name) }))
  const proposed = leftOut.filter(({ proposal }) => proposal !== null)
  return (
    <div className="flex flex-col gap-1">
      <p className="wrap-anywhere text-warn">
        {t(
          { one: 'One column was left out: {leftOut}.', other: '{count} columns were left out: {leftOut}.' },
          {
            count: leftOut.length,
            leftOut: titlesIn(leftOut),
          },
        )}
      </p>
      {[...proposed, ...leftOut.filter(({ proposal }) => proposal === null)]
        .slice(0, maxLeftOut)
        .map(({ title, place, proposal }) => (
          <div key={place} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 truncate font-medium">{title}</span>
            {proposal !== null && (
              <Button small onClick={() => onPut(place, proposal)}>
                {t('Use as {proposal}', { proposal: headOf(proposal) })}
              </Button>
            )}
            <div className="w-44">
              <SelectField
                label={t('Use {title} as', { title })}
                hideLabel
                value=""
                options={[{ value: '', label: t('Use as …') }, ...options]}
                onChange={(column) => column && onPut(place, column)}
              />
            </div>
          </div>
        ))}
    </div>
  )
}
