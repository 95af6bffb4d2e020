import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { usePlaces } from '../../../data/campaigns/making.ts'
import type { Place, PlaceKind } from '../../../data/campaigns/making.ts'
import { Failed } from '../../../ui/answer.tsx'
import { TextField } from '../../../ui/field.tsx'
import { t } from '../../../languages/t.ts'

interface LookedUpProps {
  words: Record<'legend' | 'none' | 'chosen' | 'add' | 'placeholder' | 'found' | 'nothing', string>
  kind: PlaceKind
  chosen: readonly Place[]
  problem: string | undefined
  onChange: (chosen: readonly Place[]) => void
  /** What narrows the search, before its field. */
  children?: ReactNode
}

/** Things that are looked up by name at the platform, and chosen. */
export function LookedUp({ words, kind, chosen, problem, onChange, children }: LookedUpProps) {
  const [typed, setTyped] = useState('')
  const places = usePlaces(useDeferredValue(typed.trim()), kind)
  const found = (places.data ?? []).filter(
    ({ key, type }) => !chosen.some((each) => each.key === key && each.type === type),
  )
  const take = (place: Place) => {
    onChange([...chosen, { ...place, type: kind }])
    setTyped('')
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{words.legend}</legend>
      {chosen.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ul aria-label={words.chosen} className="flex flex-wrap gap-1.5">
          {chosen.map((place) => (
            <li key={`${place.type} ${place.key}`}>
              <button
                type="button"
                aria-label={t('{name}: leave it out', { name: place.name })}
                className="inline-flex items-center gap-1 rounded-md border bg-raised px-2 py-1 hover:border-bad"
                onClick={() => onChange(chosen.filter((each) => each !== place))}
              >
                {place.name} <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={children ? 'grid gap-2 sm:grid-cols-[10rem_1fr]' : 'grid gap-2'}>
        {children}
        <TextField
          label={words.add}
          hideLabel
          type="search"
          placeholder={words.placeholder}
          value={typed}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {typed.trim().length > 1 && (
        <ul aria-label={words.found} className="flex flex-col rounded-md border">
          {found.map((place) => (
            <li key={place.key}>
              <button
                type="button"
                className="w-full px-2.5 py-1.5 text-left hover:bg-raised"
                onClick={() => take(place)}
              >
                {place.name} <span className="text-muted">{place.countryCode ?? ''}</span>
              </button>
            </li>
          ))}
          {places.data && found.length === 0 && <li className="px-2.5 py-1.5 text-muted">{words.nothing}</li>}
        </ul>
      )}
      <Failed of={[places]} />
    </fieldset>
  )
}
