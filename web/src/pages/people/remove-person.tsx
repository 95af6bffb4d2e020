import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { keysInWords } from './keys-in-words.ts'

/** Asks before somebody is taken out, and what is to become of the keys that they made. */
export function RemovePerson({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => Array.fromAsync(flightdeck.all.listKeys({})) })
  const own = (keys.data ?? []).filter(({ madeBy }) => madeBy?.id === id)
  const [revokeKeys, setRevokeKeys] = useState(false)
  const remove = useWrite({
    run: () => flightdeck.removePerson({ id, revokeKeys: String(revokeKeys) }),
    done: ({ keys: left }) =>
      left.length > 0
        ? `They are removed, and signed out everywhere. ${keysInWords(left)} that they made still works.`
        : 'They are removed, and signed out everywhere.',
    ages: ['people', 'keys'],
    then: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove ${name}?`}
      action="Remove them"
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
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
