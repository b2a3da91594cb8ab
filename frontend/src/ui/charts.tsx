import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWidth } from '../lib/use-width.ts';
import './charts.css';
import './figures.ts';

export interface Datum {
  /** The name of the datum in the table. */
  x: string;
  /** Shorter name for the axis. */
  tick?: string;
  y: number;
}
interface ChartProps {
  /** The finding, as a sentence: «Estudiaste 4h 10m en 14 días, sobre todo los jueves». */
  title: string;
  data: readonly Datum[];
  /** Formats a value. */
  format?: (value: number) => string;
  height?: number;
  /** The sentence is also shown above the chart. */
  heading?: boolean;
}
const plain = (value: number) => String(value);
const left = 44;
const bottom = 26;

/** Every chart is one image with an accessible name, and the same numbers as a table. */
function Frame({
  title,
  data,
  format = plain,
  height: given = 200,
  heightOf,
  heading = false,
  children,
}: ChartProps & { heightOf?: (width: number) => number | null; children: (width: number, height: number) => React.ReactNode }) {
  const { t } = useTranslation('figures');
  const [parentRef, width] = useWidth();
  const id = useId();
  const height = heightOf?.(width) ?? given;
  return (
    <figure className="chart">
      {heading ? <figcaption>{title}</figcaption> : null}
      <div ref={parentRef} style={{ height }}>
        {width > 0 ? (
          <svg role="img" aria-labelledby={id} width={width} height={height}>
            <title id={id}>{title}</title>
            {children(width, height)}
          </svg>
        ) : null}
      </div>
      <details>
        <summary>{t('chart.data')}</summary>
        <div className="chart-table">
          <table>
            <caption className="sr">{title}</caption>
            <tbody>
              {data.map((datum) => (
                <tr key={datum.x}>
                  <th scope="row">{datum.x}</th>
                  <td className="num">{format(datum.y)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const tickStyle = { fill: 'var(--ink2)', fontSize: 12, fontFamily: 'var(--body)' };

/** The scale of a chart: dotted lines with their values at the left. */
function Heights({
  scale,
  width,
  format,
}: {
  scale: ReturnType<typeof scaleLinear<number>>;
  width: number;
  format: (value: number) => string;
}) {
  return (
    <>
      <GridRows
        scale={scale}
        left={left}
        width={width - left}
        numTicks={3}
        stroke="var(--line)"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
      <AxisLeft
        scale={scale}
        left={left}
        hideAxisLine
        hideTicks
        numTicks={3}
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ ...tickStyle, textAnchor: 'end', dx: -6, dy: 4 }}
      />
    </>
  );
}

const top = (data: readonly Datum[], least: number) => Math.max(least, ...data.map((datum) => datum.y));

/** The room that the longest of these texts needs. */
const roomOf = (texts: readonly string[]) => 12 + 7.3 * Math.max(...texts.map((text) => text.length));

/** A row for each datum, its name above its bar, so that every name can be read. */
const ROW = 40;
function Rows({ data, format = plain, least, width }: Pick<ChartProps, 'data' | 'format'> & { least: number; width: number }) {
  const room = roomOf(data.map(({ y }) => format(y)));
  const x = scaleLinear<number>({ domain: [0, top(data, least)], range: [0, Math.max(1, width - room)] });
  return data.map((datum, index) => {
    const long = Math.max(0, x(Math.max(0, datum.y)));
    const at = index * ROW;
    return (
      <g key={datum.x}>
        <text x={0} y={at + 14} {...tickStyle}>
          {nameOf(datum)}
        </text>
        <rect className="chart-bar" x={0} y={at + 20} width={long} height={12} rx={Math.min(6, long / 2)} />
        {datum.y <= 0 ? <circle cx={2.5} cy={at + 26} r={2.5} fill="var(--border)" /> : null}
        <text x={long + 8} y={at + 30} {...tickStyle} fill="var(--ink)" fontWeight={650}>
          {format(datum.y)}
        </text>
      </g>
    );
  });
}
/** Every how many bars there is room for one of these texts. */
function everyOf(texts: readonly string[], width: number): number {
  return Math.max(1, Math.ceil((texts.length * roomOf(texts)) / Math.max(1, width - left)));
}
const nameOf = (datum: Datum) => datum.tick ?? datum.x;
/** Days and numbers are understood from their neighbours, however short they are written; the names of kinds are not. */
const isNamed = (data: readonly Datum[]) => data.length > 0 && data.every((datum) => !/\d/.test(datum.x));

/**
 * Amounts by day or kind; of kinds whose names or values have no room beside each other, as rows. Every kind shows its value; of days the last does, or the one
 * under the pointer. Below zero there is no bar; the table has the amount.
 */
export function Bars({ least = 10, ...props }: ChartProps & { least?: number }) {
  const [over, setOver] = useState<number | null>(null);
  const { data, format = plain } = props;
  const ofKinds = isNamed(data);
  const names = data.map(nameOf);
  const inRows = (width: number) => ofKinds && [names, data.map(({ y }) => format(y))].some((texts) => everyOf(texts, width) > 1);
  return (
    <Frame {...props} heightOf={(width) => (width > 0 && inRows(width) ? data.length * ROW : null)}>
      {(width, height) => {
        if (inRows(width)) return <Rows data={data} format={format} least={least} width={width} />;
        // Few bars stay slim: their width is capped, and the rest is space between them.
        const gap = Math.max(0.32, 1 - (64 * data.length) / Math.max(1, width - left));
        const x = scaleBand({ domain: data.map((datum) => datum.x), range: [left, width], paddingInner: gap, paddingOuter: gap / 2 });
        const y = scaleLinear<number>({ domain: [0, top(data, least)], range: [height - bottom, 20], nice: true });
        const ticks = new Map(data.map((datum) => [datum.x, nameOf(datum)]));
        const every = everyOf(names, width);
        return (
          <>
            <Heights scale={y} width={width} format={format} />
            {data.map((datum, index) => {
              const at = x(datum.x) ?? 0;
              const head = y(Math.max(0, datum.y));
              const tall = height - bottom - head;
              const said = over === index || (datum.y !== 0 && (ofKinds || (over === null && index === data.length - 1)));
              return (
                <g key={datum.x} onPointerEnter={() => setOver(index)} onPointerLeave={() => setOver(null)}>
                  <rect x={at} y={0} width={x.bandwidth()} height={height - bottom} fill="transparent" />
                  <rect
                    className="chart-bar"
                    x={at}
                    y={head}
                    width={x.bandwidth()}
                    height={tall}
                    rx={Math.min(6, x.bandwidth() / 2)}
                    data-over={over === index || undefined}
                    data-last={index === data.length - 1 || undefined}
                  />
                  {datum.y <= 0 ? <circle cx={at + x.bandwidth() / 2} cy={height - bottom} r={2.5} fill="var(--border)" /> : null}
                  {said ? (
                    <text
                      x={Math.min(width - 18, at + x.bandwidth() / 2)}
                      y={head - 7}
                      textAnchor="middle"
                      {...tickStyle}
                      fill="var(--ink)"
                      fontWeight={650}
                    >
                      {format(datum.y)}
                    </text>
                  ) : null}
                </g>
              );
            })}
            <AxisBottom
              scale={x}
              top={height - bottom}
              stroke="var(--border)"
              hideTicks
              tickValues={data.filter((_, index) => (data.length - 1 - index) % every === 0).map((datum) => datum.x)}
              tickFormat={(name) => ticks.get(String(name)) ?? ''}
              tickLabelProps={{ ...tickStyle, textAnchor: 'middle' }}
            />
          </>
        );
      }}
    </Frame>
  );
}

/** A value over time. */
export function Area({ least = 10, ...props }: ChartProps & { least?: number }) {
  const { data, format = plain } = props;
  return (
    <Frame {...props}>
      {(width, height) => {
        const x = scaleLinear<number>({ domain: [0, Math.max(1, data.length - 1)], range: [left, width - 12] });
        const y = scaleLinear<number>({ domain: [0, top(data, least)], range: [height - bottom, 20], nice: true });
        const points = data.map((datum, index) => [x(index), y(datum.y)] as const);
        const last = points.at(-1);
        return (
          <>
            <Heights scale={y} width={width} format={format} />
            <AreaClosed data={points} x={(point) => point[0]} y={(point) => point[1]} yScale={y} fill="var(--agave)" opacity={0.14} />
            <LinePath
              data={points}
              x={(point) => point[0]}
              y={(point) => point[1]}
              stroke="var(--agave)"
              strokeWidth={2.5}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            {last ? (
              <>
                <circle cx={last[0]} cy={last[1]} r={5} fill="var(--cempasuchil)" stroke="var(--cempasuchil-series)" strokeWidth={2} />
                <text x={Math.min(width - 12, last[0])} y={last[1] - 10} textAnchor="end" {...tickStyle} fill="var(--ink)" fontWeight={650}>
                  {format(data.at(-1)?.y ?? 0)}
                </text>
              </>
            ) : null}
          </>
        );
      }}
    </Frame>
  );
}

/** A small line beside a figure that shows its own value: zero-based, its end marked as a station. */
export function Spark({
  title,
  values,
  width = 132,
  height = 34,
}: {
  title: string;
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  const id = useId();
  const x = scaleLinear<number>({ domain: [0, Math.max(1, values.length - 1)], range: [3, width - 6] });
  const y = scaleLinear<number>({ domain: [Math.min(0, ...values), Math.max(1, ...values)], range: [height - 4, 5] });
  const points = values.map((value, index) => [x(index), y(value)] as const);
  const last = points.at(-1);
  return (
    <svg role="img" aria-labelledby={id} className="spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <title id={id}>{title}</title>
      <LinePath
        data={points}
        x={(point) => point[0]}
        y={(point) => point[1]}
        stroke="var(--tone, var(--agave))"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last ? <circle cx={last[0]} cy={last[1]} r={3.5} fill="var(--sheet)" stroke="var(--tone, var(--agave))" strokeWidth={2} /> : null}
    </svg>
  );
}
