import { useState } from 'react'
import type { Person } from '../../../../client/src/index.ts'
import { useKeys } from '../../data/session/keys.ts'
import { removePerson } from '../../data/session/people.ts'
import { useWrite } from '../../data/client/write.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { keysInWords } from './keys-in-words.ts'

/** Asks before somebody is taken out, and what is to become of the keys that they made. */
export function RemovePerson({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const keys = useKeys()
  const own = (keys.data ?? []).filter(({ madeBy }) => madeBy?.id === id)
  const [revokeKeys, setRevokeKeys] = useState(false)
  const remove = useWrite(removePerson, {
    done: ({ keys: left }) =>
      left.length > 0
        ? `They are removed, and signed out everywhere. ${keysInWords(left)} that they made still works.`
        : 'They are removed, and signed out everywhere.',
    then: onClose,
  })
  return (
    <Confirm
      onClose={onClose}
      title={`Remove ${name}?`}
      action="Remove them"
      danger
      of={remove}
      input={{ id, revokeKeys: String(revokeKeys) }}
    >
      <p>They are signed out everywhere at once.</p>
      {own.length > 0 && (
        <>
          <p>They made keys that go on working without them: {own.map((key) => key.name).join(', ')}.</p>
          <Checkbox
            label={`Revoke ${keysInWords(own)}, too`}
            checked={revokeKeys}
            onChange={({ target }) => setRevokeKeys(target.checked)}
          />
        </>
      )}
    </Confirm>
  )
}
