import { fileNameIn } from './request.ts'
import type { SampleRequest } from './request.ts'

/** A request as a command that can be pasted; the key is read from the environment. */
export function curlSample({ method, path, body, file, needsKey }: SampleRequest, publicUrl: string): string {
  const lines = [
    // What happens later is shown as it arrives.
    `curl -s${path.endsWith('/events') ? 'N' : ''}${method === 'GET' || file ? '' : ` -X ${method}`} ${quoted(publicUrl + path)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $FLIGHTDECK_KEY"'] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`] : []),
    ...(file ? [`-F ${quoted(`file=@-;filename=${fileNameIn(file)}`)}`] : []),
  ]
  return `${file ? `curl -s ${quoted(file)} |\n` : ''}${lines.join(' \\\n  ')}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
