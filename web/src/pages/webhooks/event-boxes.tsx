import { eventTypes } from '../../../../client/src/index.ts'
import type { EventType } from '../../../../client/src/index.ts'
import { Checkbox } from '../../ui/field.tsx'
import { eventWords } from './event-words.ts'
import { t } from '../../languages/t.ts'

export type EventName = EventType

/** Which events are told; none chosen: all. */
export function EventBoxes({ chosen, onChange }: { chosen: EventName[]; onChange: (next: EventName[]) => void }) {
  return (
    <fieldset>
      <legend className="pb-1 text-[13px] font-medium">{t('Events (none chosen: all of them)')}</legend>
      <div className="grid grid-cols-1 gap-1 sm:grid-cols-2">
        {eventTypes.map((name) => (
          <Checkbox
            key={name}
            label={eventWords(name)}
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
