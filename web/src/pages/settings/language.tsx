import { catalogues } from '../../languages/catalogues.ts'
import { chosenLanguage, languagePlace } from '../../languages/current.ts'
import { t } from '../../languages/t.ts'
import { Card } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select.tsx'

/** Each in its own words, so that whoever reads no other finds it. */
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

const options = [
  { value: '', label: t('as the browser says') },
  ...['en', ...Object.keys(catalogues)].map((tag) => ({ value: tag, label: nameOf(tag) })),
]

/** The language of the dashboard in this browser. */
export function Language() {
  return (
    <Card title={t('Language')}>
      <SelectField
        label={t('Language of the dashboard')}
        className="max-w-64"
        options={options}
        value={chosenLanguage ?? ''}
        onChange={chooseLanguage}
      />
    </Card>
  )
}

/** Texts of constants are read once: the page is loaded anew. */
function chooseLanguage(tag: string): void {
  try {
    if (tag === '') localStorage.removeItem(languagePlace)
    else localStorage.setItem(languagePlace, tag)
  } catch {
    // It stays as the browser says then.
  }
  location.reload()
}
