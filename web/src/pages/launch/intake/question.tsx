import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { count } from '../../../ui/words/format.ts'
import type { Question } from '../names/finder.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

const words = {
  account: t('account'),
  'ad set': t('ad set'),
  page: t('page'),
  secondary: t('profile'),
  media: t('file'),
} as const
const plurals = {
  account: t('accounts'),
  'ad set': t('ad sets'),
  page: t('pages'),
  secondary: t('profiles'),
  media: t('files'),
}
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
        {exact.length > 0
          ? rich('{span} {exact} {plurals} are called “{text}”{campaign}. Which one is meant?', {
              span: <span className="font-medium text-warn">{lines}:</span>,
              exact: count(exact.length),
              plurals: plurals[column],
              text,
              campaign: campaign && t(' in “{campaign}”', { campaign }),
            })
          : near.length > 0
            ? rich('{span} No {words} is called “{text}”. Is this meant?', {
                span: <span className="font-medium text-warn">{lines}:</span>,
                words: words[column],
                text,
              })
            : rich('{span} No {words} is called “{text}”. Which one is meant?', {
                span: <span className="font-medium text-warn">{lines}:</span>,
                words: words[column],
                text,
              })}
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
                label={t('What “{text}” means', { text })}
                hideLabel
                value={chosen}
                options={[
                  { value: '', label: t('Choose the {words} …', { words: words[column] }) },
                  ...rest.map(({ value, label, hint }) => ({ value, label: `${label} · ${hint}` })),
                ]}
                onChange={choose}
              />
            </div>
            <Button small type="submit" disabled={chosen === ''}>
              {t('Use for {lines}', { lines })}
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}
