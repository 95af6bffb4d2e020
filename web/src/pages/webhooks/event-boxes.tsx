import type { EventType } from '../../../../client/src/index.ts'
import { Checkbox } from '../../ui/field.tsx'

export type EventName = EventType

/** Every type there is: the compiler says when one is missing here. */
const names: Record<EventName, true> = {
  'batch.finished': true,
  'batch.undone': true,
  'ad.launched': true,
  'ad.failed': true,
  'ad.unsure': true,
  'approval.asked': true,
  'approval.given': true,
  'approval.refused': true,
  'approval.expired': true,
  'spend.warned': true,
  'spend.stopped': true,
  'spend.anomaly': true,
  'guard.changed': true,
  'automation.executed': true,
  'automation.notified': true,
  'automation.switched_off': true,
  'automation.stopped': true,
  'automation.resumed': true,
  'connection.expiring': true,
  'connection.broken': true,
  'platform.version_ending': true,
  'sync.failed': true,
  'webhook.disabled': true,
  'key.created': true,
  'key.changed': true,
  'key.revoked': true,
  'person.confirmed': true,
  'person.merged': true,
  'person.separated': true,
  'person.passkey_added': true,
  'person.passkey_removed': true,
  'invite.waiting': true,
  'end.kept': true,
  'end.late': true,
  'end.overdue': true,
  'write.often_tried': true,
  'ad.doubled': true,
  'audit.head': true,
}

/** Which events are told; none chosen: all. */
export function EventBoxes({ chosen, onChange }: { chosen: EventName[]; onChange: (next: EventName[]) => void }) {
  return (
    <fieldset>
      <legend className="pb-1 text-[13px] font-medium">Events (none chosen: all of them)</legend>
      <div className="grid grid-cols-1 gap-1 sm:grid-cols-2">
        {(Object.keys(names) as EventName[]).map((name) => (
          <Checkbox
            key={name}
            label={name}
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
