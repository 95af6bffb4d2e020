import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/**
 * Files that import each other, over however many others: each list is one circle. Types count too, because whoever
 * reads one of such files has to read them all.
 */
export function findCircles(root: string): string[][] {
  const files = globSync(['{src,sandbox,client,bench,scripts,test}/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: root })
  return circlesAmong(new Map(files.map((file) => [file, importsOf(root, file)])))
}

function importsOf(root: string, file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'))
  const own = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'))
  return own.map((name) => normalize(join(dirname(file), name)))
}

/** Tarjan's strongly connected components; a file alone is none. */
function circlesAmong(imports: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    let low = order.size
    order.set(file, low)
    path.push(file)
    for (const other of imports.get(file) ?? []) {
      if (!imports.has(other)) continue
      if (!order.has(other)) low = Math.min(low, visit(other))
      else if (path.includes(other)) low = Math.min(low, order.get(other)!)
    }
    if (low === order.get(file)) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}
