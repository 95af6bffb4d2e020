import { useKeys } from '../../data/session/keys.ts'
import { t } from '../../languages/t.ts'

/** Keys, and the assistants that act with them, as a guard names them. Only admins know them by name. */
export function useActors() {
  const keys = useKeys()
  const options = (keys.data ?? []).flatMap(({ id, name }) => [
    { value: `key:${id}`, label: t('Key {name}', { name }) },
    { value: `assistant:${id}`, label: t('Assistants with {name}', { name }) },
  ])
  const nameOf = (by: string) => options.find(({ value }) => value === by)?.label ?? unnamed(by)
  return { options, nameOf }
}

function unnamed(by: string): string {
  const [kind, name = ''] = by.split(':')
  return kind === 'assistant' ? t('Assistants with {name}', { name }) : t('Key {name}', { name })
}
