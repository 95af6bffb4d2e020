import { Download } from 'lucide-react'
import type { RunningSearch } from '../../../app/search.ts'
import { exportEntities } from '../../../data/running/entities.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/words/format.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { sayProblem } from '../../../ui/say.ts'
import { shownColumns } from './columns.ts'
import { csvOf } from './csv.ts'
import { queryOf } from '../query.ts'
import { t } from '../../../languages/t.ts'

/** All that is listed as a file: its rows, its order and its columns, not only what was read so far. */
export function ExportButton({ search, text }: { search: RunningSearch; text: string }) {
  const make = useWrite(exportEntities, {
    done: (rows) => [t('The file is made'), t('{rows} rows', { rows: count(rows.length) })],
    then: (rows) => {
      const file = new Blob(['\ufeff', csvOf(rows, shownColumns(search))], { type: 'text/csv' })
      saveFile(file, `everything-that-runs-${new Date().toISOString().slice(0, 10)}.csv`)
    },
    failed: sayProblem,
  })
  return (
    <Button
      icon={<Download size={15} aria-hidden />}
      busy={make.isPending}
      onClick={() => make.mutate(queryOf(search, text))}
    >
      {t('Export')}
    </Button>
  )
}
