import { changeMailWishes } from '../../data/session/mails.ts'
import type { MailLanguage } from '../../data/session/mails.ts'
import { useWrite } from '../../data/client/write.ts'
import { catalogues } from '../../languages/catalogues.ts'
import { chosenLanguage, languagePlace } from '../../languages/current.ts'
import { t } from '../../languages/t.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SelectField } from '../../ui/select.tsx'

const isKept = (tag: string): tag is MailLanguage => tag !== ''

/** Each in its own words, so that whoever reads no other finds it. */
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

const options = [
  { value: '', label: t('as the browser says') },
  ...['en', ...Object.keys(catalogues)].map((tag) => ({ value: tag, label: nameOf(tag) })),
]

/** The language of the dashboard in this browser, and of what is sent to whoever chooses it. */
export function Language() {
  const change = useWrite(changeMailWishes, { then: ({ language }) => readIn(language ?? '') })
  return (
    <Card title={t('Language')}>
      <SelectField
        label={t('Language of the dashboard')}
        hint={t('Mails to you are in the language that is chosen here; where the browser says it, in English.')}
        className="max-w-64"
        options={options}
        value={chosenLanguage ?? ''}
        onChange={(tag) => change.mutate({ language: isKept(tag) ? tag : null })}
      />
      <Problem error={change.error} />
    </Card>
  )
}

/** Texts of constants are read once: the page is loaded anew. */
function readIn(tag: string): void {
  try {
    if (tag === '') localStorage.removeItem(languagePlace)
    else localStorage.setItem(languagePlace, tag)
  } catch {
    // It stays as the browser says then.
  }
  location.reload()
}
