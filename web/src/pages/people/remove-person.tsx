import { useState } from 'react'
import type { Person } from '../../../../client/src/index.ts'
import { useKeys } from '../../data/session/keys.ts'
import { removePerson } from '../../data/session/people.ts'
import { useWrite } from '../../data/client/write.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { t } from '../../languages/t.ts'

/** Asks before somebody is taken out, and what is to become of the keys that they made. */
export function RemovePerson({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const keys = useKeys()
  const own = (keys.data ?? []).filter(({ madeBy }) => madeBy?.id === id)
  const [revokeKeys, setRevokeKeys] = useState(false)
  const remove = useWrite(removePerson, {
    done: ({ keys: left }) =>
      left.length > 0
        ? t(
            {
              one: 'They are removed, and signed out everywhere. 1 key that they made still works.',
              other: 'They are removed, and signed out everywhere. {count} keys that they made still work.',
            },
            { count: left.length },
          )
        : t('They are removed, and signed out everywhere.'),
    then: onClose,
  })
  return (
    <Confirm
      onClose={onClose}
      title={t('Remove {name}?', { name })}
      action={t('Remove them')}
      danger
      of={remove}
      input={{ id, revokeKeys: String(revokeKeys) }}
    >
      <p>{t('They are signed out everywhere at once.')}</p>
      {own.length > 0 && (
        <>
          <p>
            {t('They made keys that go on working without them: {own}.', {
              own: own.map((key) => key.name).join(', '),
            })}
          </p>
          <Checkbox
            label={t({ one: 'Revoke 1 key, too', other: 'Revoke {count} keys, too' }, { count: own.length })}
            checked={revokeKeys}
            onChange={({ target }) => setRevokeKeys(target.checked)}
          />
        </>
      )}
    </Confirm>
  )
}
