import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { rowsInWords } from '../rows-in-words.ts'
import { MakeAdSet } from '../names/make-ad-set.tsx'
import type { Question } from '../names/finder.ts'
import { t } from '../../../languages/t.ts'

const words: Record<Question['column'], (text: string) => { none: string; choose: string }> = {
  account: (text) => ({ none: t('No account is called “{text}”.', { text }), choose: t('Choose the account …') }),
  'ad set': (text) => ({ none: t('No ad set is called “{text}”.', { text }), choose: t('Choose the ad set …') }),
  page: (text) => ({ none: t('No page is called “{text}”.', { text }), choose: t('Choose the page …') }),
  secondary: (text) => ({ none: t('No profile is called “{text}”.', { text }), choose: t('Choose the profile …') }),
  media: (text) => ({ none: t('No file is called “{text}”.', { text }), choose: t('Choose the file …') }),
}

/** How many have the name. */
function calledSo({ column, text, campaign, exact }: Question): string {
  const called = { count: exact.length, text }
  switch (column) {
    case 'account':
      return t({ one: '1 account is called “{text}”.', other: '{count} accounts are called “{text}”.' }, called)
    case 'ad set':
      return campaign
        ? t(
            {
              one: '1 ad set is called “{text}” in “{campaign}”.',
              other: '{count} ad sets are called “{text}” in “{campaign}”.',
            },
            { ...called, campaign },
          )
        : t({ one: '1 ad set is called “{text}”.', other: '{count} ad sets are called “{text}”.' }, called)
    case 'page':
      return t({ one: '1 page is called “{text}”.', other: '{count} pages are called “{text}”.' }, called)
    case 'secondary':
      return t({ one: '1 profile is called “{text}”.', other: '{count} profiles are called “{text}”.' }, called)
    case 'media':
      return t({ one: '1 file is called “{text}”.', other: '{count} files are called “{text}”.' }, called)
  }
}

const maxButtons = 6

/** A name that may mean several things, or almost means one: decided once, for all rows that have it. */
export function QuestionLine({ question, onAnswer }: { question: Question; onAnswer: (value: string) => void }) {
  const { column, text, rows, exact, near, all } = question
  const { none, choose: chooseOne } = words[column](text)
  const missing =
    question.goneFrom === undefined
      ? none
      : t('The ad set “{text}” of “{campaign}” is not there any more.', { text, campaign: question.goneFrom })
  const first = exact.length > 0 ? exact : near
  const [chosen, choose] = useState('')
  const rest = first.length > maxButtons || exact.length === 0 ? all : exact
  const lines = rowsInWords(rows.length)
  return (
    <div role="group" aria-label={`${lines}: ${text}`} className="flex flex-col gap-1.5">
      <p className="wrap-anywhere">
        <span className="font-medium text-warn">{lines}:</span> {exact.length > 0 ? calledSo(question) : missing}{' '}
        {exact.length === 0 && near.length > 0 ? t('Is this meant?') : t('Which one is meant?')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {first.slice(0, maxButtons).map(({ value, label, hint }) => (
          <Button key={value} small className="max-w-full" onClick={() => onAnswer(value)}>
            <span className="truncate">{exact.length > 0 ? hint : [label, hint].filter(Boolean).join(' · ')}</span>
          </Button>
        ))}
        {rest.length > first.slice(0, maxButtons).length && (
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
                  { value: '', label: chooseOne },
                  ...rest.map(({ value, label, hint }) => ({
                    value,
                    label: [label, hint].filter(Boolean).join(' · '),
                  })),
                ]}
                onChange={choose}
              />
            </div>
            <Button small type="submit" disabled={chosen === ''}>
              {t('Use for {lines}', { lines })}
            </Button>
          </form>
        )}
        {column === 'ad set' && exact.length === 0 && <MakeAdSet account={question.account} />}
      </div>
    </div>
  )
}
