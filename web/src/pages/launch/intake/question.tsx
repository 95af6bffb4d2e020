import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { count } from '../../../ui/words/format.ts'
import type { Question } from '../names/finder.ts'

const words = { account: 'account', 'ad set': 'ad set', page: 'page', secondary: 'profile', media: 'file' } as const
const plurals = { account: 'accounts', 'ad set': 'ad sets', page: 'pages', secondary: 'profiles', media: 'files' }
const mostButtons = 6

/** A name that may mean several things, or almost means one: decided once, for all rows that have it. */
export function QuestionLine({ question, onAnswer }: { question: Question; onAnswer: (value: string) => void }) {
  const { column, text, campaign, rows, exact, near, all } = question
  const first = exact.length > 0 ? exact : near
  const [chosen, choose] = useState('')
  const rest = first.length > mostButtons || exact.length === 0 ? all : exact
  const lines = `${count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`
  return (
    <div role="group" aria-label={`${lines}: ${text}`} className="flex flex-col gap-1.5">
      <p className="wrap-anywhere">
        <span className="font-medium text-warn">{lines}:</span>{' '}
        {exact.length > 0
          ? `${count(exact.length)} ${plurals[column]} are called “${text}”${campaign && ` in “${campaign}”`}. Which one is meant?`
          : `No ${words[column]} is called “${text}”. ${near.length > 0 ? 'Is this meant?' : 'Which one is meant?'}`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {first.slice(0, mostButtons).map(({ value, label, hint }) => (
          <Button key={value} small className="max-w-full" onClick={() => onAnswer(value)}>
            <span className="truncate">{exact.length > 0 ? hint : `${label} · ${hint}`}</span>
          </Button>
        ))}
        {rest.length > first.slice(0, mostButtons).length && (
          <form
            className="flex items-center gap-2"
            onSubmit={(event) => (event.preventDefault(), chosen && onAnswer(chosen))}
          >
            <div className="w-72">
              <SelectField
                label={`What “${text}” means`}
                hideLabel
                value={chosen}
                options={[
                  { value: '', label: `Choose the ${words[column]} …` },
                  ...rest.map(({ value, label, hint }) => ({ value, label: `${label} · ${hint}` })),
                ]}
                onChange={choose}
              />
            </div>
            <Button small type="submit" disabled={chosen === ''}>
              Use for {lines}
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}
