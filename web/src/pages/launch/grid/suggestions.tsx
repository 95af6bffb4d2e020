import { useEffect } from 'react'
import { cx } from '../../../ui/classes.ts'
import type { Suggestion } from './use-suggestions.ts'
import { t } from '../../../languages/t.ts'

interface SuggestionsProps {
  id: string
  list: readonly Suggestion[]
  at: number
  onChoose: (suggestion: Suggestion) => void
}

export function Suggestions({ id, list, at, onChoose }: SuggestionsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t('Suggestions')}
      hidden={list.length === 0}
      className="max-h-64 w-max max-w-96 min-w-full overflow-y-auto rounded-b-md border bg-surface py-1 shadow-lg"
    >
      {list.map((suggestion, index) => (
        <li
          key={suggestion.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // Before the field loses its focus.
          onPointerDown={(event) => (event.preventDefault(), onChoose(suggestion))}
          className={cx('flex cursor-pointer flex-col px-2 py-1', index === at ? 'bg-accent-soft' : 'hover:bg-raised')}
        >
          <span className="truncate">{suggestion.label}</span>
          {suggestion.hint && <span className="truncate text-xs text-muted">{suggestion.hint}</span>}
          {suggestion.closed && (
            <span className="text-xs text-bad">{t('Takes no ads: {closed}.', { closed: suggestion.closed })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
