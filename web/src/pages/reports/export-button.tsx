import { Download } from 'lucide-react'
import { useKept } from '../../data/client/kept.ts'
import { exportReport } from '../../data/reports.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayProblem } from '../../ui/say.ts'
import { questionOf } from './ask.ts'
import type { Days } from './days.ts'
import type { View } from './view.ts'
import { t } from '../../languages/t.ts'

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'parquet', label: t('Parquet') },
]

/** All rows of the report as a file, not only those of this page. */
export function ExportButton({ view, days, disabled }: { view: View; days: Days; disabled: boolean }) {
  const [format, setFormat] = useKept('report-format', 'csv')
  const make = useWrite(exportReport, {
    done: ({ isPartial }) => [
      t('The file is made'),
      isPartial ? t('Some figures are missing from it; the report says which.') : undefined,
    ],
    then: ({ file }) => saveFile(file, `report-${days.from}-${days.to}.${format}`),
    failed: sayProblem,
  })
  return (
    <div className="flex items-center gap-1">
      <SelectField label={t('Format of the file')} hideLabel options={formats} value={format} onChange={setFormat} />
      <Button
        icon={<Download size={15} aria-hidden />}
        busy={make.isPending}
        disabled={disabled}
        onClick={() => make.mutate({ ...questionOf(view, days), format })}
      >
        {t('Export')}
      </Button>
    </div>
  )
}
