import type { PersonWithKeys } from '../../../../client/src/index.ts'
import { updatePerson } from '../../data/session/people.ts'
import { useWrite } from '../../data/client/write.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { t, wordFor } from '../../languages/t.ts'

/** A role holds for the person; the keys that they made go on. Asks whether they should. */
export function KeptKeys({ person: { id, name, keys }, onClose }: { person: PersonWithKeys; onClose: () => void }) {
  const revoke = useWrite(updatePerson, {
    done: ({ revokedKeys }) =>
      t(
        {
          one: '1 key revoked. Calls with it are refused from now on.',
          other: '{count} keys revoked. Calls with them are refused from now on.',
        },
        { count: revokedKeys.length },
      ),
    then: onClose,
  })
  return (
    <Confirm
      onClose={onClose}
      title={t('Revoke the keys of {name}?', { name })}
      action={t({ one: 'Revoke 1 key', other: 'Revoke {count} keys' }, { count: keys.length })}
      danger
      of={revoke}
      input={{ id, revokeKeys: true }}
    >
      {t('The role is changed, and keys that they made before still do what they were made for: {keys}.', {
        keys: keys.map((key) => `${key.name} (${key.scopes.map(wordFor).join(', ')})`).join(', '),
      })}
    </Confirm>
  )
}
