import './stars.css';

const star = 'm8 1.2 2 4.4 4.8.6-3.5 3.3.9 4.8L8 11.9l-4.2 2.4.9-4.8L1.2 6.2 6 5.6Z';

/** One to five stars, the last one filled in part. Without a label they are beside words that say the same. */
export function Stars({ value, label }: { value: number; label?: string }) {
  return (
    <span className="stars" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {[1, 2, 3, 4, 5].map((place) => (
        <svg key={place} viewBox="0 0 16 16" width="17" height="17" aria-hidden="true">
          <path d={star} className="star-empty" />
          {value > place - 1 ? (
            <path d={star} className="star-full" style={{ clipPath: `inset(0 ${Math.max(0, place - value) * 100}% 0 0)` }} />
          ) : null}
        </svg>
      ))}
    </span>
  );
}
