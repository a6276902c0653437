/*
 * The frames of a CPython interpreter, read at the moment of the sample: they lie on the heap, and by the
 * time the sample is read they have gone. Where the interpreter keeps what was found out by the
 * collector. Nothing read here is believed: each read may fail, each walk has an end.
 */
#pragma once
#include "user_words.h"

#define MAX_PYTHONS 256
/* Frames kept, the newest; of older ones only where C code entered the interpreter. */
#define PYTHON_KEPT 192
/* Those together, a power of two. */
#define PYTHON_ENTRIES 256
/* Frames read: the interpreter's own limit is 1000 unless a program raises it. */
#define PYTHON_WALK 1100
/*
 * Where the kernel cannot repeat a function (before 5.17) its verifier goes through every turn of a loop, so
 * the loops are short there.
 */
#define PYTHON_TURNS 64
/* Interpreters and threads read to find the one that runs. */
#define PYTHON_STEPS 256
/* Threads remembered, by the low bits of their id. */
#define PYTHON_PLACES 1024
/* Bytes of a frame that hold what is needed; the smallest frame has as many. */
#define PYTHON_FRAME_BYTES 80
/* Of a frame that is an object, which has a block stack behind them. */
#define PYTHON_OBJECT_BYTES 112
/* Bytes before a thread's own data in which the C library's structure for it begins; stacks keep two of them apart. */
#define PYTHON_THREAD_BYTES 4096

enum python_kind {
	PYTHON_THREAD = 0, /* the thread leads to its newest frame; frames of C code have an owner of their own */
	PYTHON_RECORD = 1, /* a record on the C stack does */
	PYTHON_ENTRY = 2,  /* as before, and the frames that C code entered are marked */
	PYTHON_OBJECT = 3, /* the thread leads to its newest frame, an object; a thread is known by its pthread_self() */
};

/* An interpreter's address and offsets. */
struct python {
	u64 exec_ns;      /* as in the target: when the program was started that this is about */
	u64 interpreters; /* where the address of the first one is */
	u32 kind;
	u32 interpreter_next;
	u32 interpreter_threads;
	u32 thread_next;
	u32 thread_id;
	u32 thread_frame; /* the newest frame, or the record on the C stack */
	u32 record_frame;
	u32 record_previous;
	u32 frame_code;
	u32 frame_previous;
	u32 frame_owner;
	u32 frame_entry;
	u32 code_name;
	u32 frame_instruction;
};

/* By process, as its id is in the collector's pid namespace. Preallocated, since it is used in interrupts. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_PYTHONS);
	__type(key, u32);
	__type(value, struct python);
} pythons __weak SEC(".maps");

struct python_thread {
	u64 id;      /* in the initial pid namespace */
	u64 address; /* of its state in the target */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, PYTHON_PLACES);
	__type(key, u32);
	__type(value, struct python_thread);
} python_threads __weak SEC(".maps");

enum python_outcome {
	PYTHON_NONE = 0,       /* the process has no interpreter that is understood */
	PYTHON_WHOLE = 1,      /* every frame of the thread is there, which may be none */
	PYTHON_CUT = 2,        /* there were more than fit */
	PYTHON_UNREADABLE = 3, /* memory that should be there could not be read */
	PYTHON_LOST = 4,       /* more threads than are read */
};

#define PYTHON_C_CODE 1
#define PYTHON_MORE 2

/*
 * Code and the address of its name; or PYTHON_C_CODE and where on the stack C code entered the interpreter;
 * or PYTHON_MORE for frames that were not kept.
 */
struct python_entry {
	u64 code;
	u64 name;
};

struct python_frames {
	u32 outcome;
	u32 count;
	/*
	 * That the newest frame runs, where it is the first entry; of a frame that is an object, the place in its code
	 * plus one.
	 */
	u64 instruction;
	struct python_entry entries[PYTHON_ENTRIES];
};

/* What is read, and room to work in. */
struct python_room {
	struct python_frames out;
	u8 bytes[128]; /* of the frame at hand */
	u64 frame;     /* which is next */
	u64 record;    /* on the C stack, for the kinds that have one */
	u32 kept;
	u8 is_entered;   /* C code entered with the frame before */
	u8 is_shortened; /* PYTHON_MORE was said since C code entered */
	u8 pad[2];
};

static __always_inline bool is_thread(const struct python *p, u64 thread, u64 id)
{
	u64 found;

	if (!thread || !read_word(thread + p->thread_id, &found))
		return false;
	return p->kind == PYTHON_OBJECT ? found && id - found < PYTHON_THREAD_BYTES : found == id;
}

/* A walk over interpreters and their threads. */
struct thread_walk {
	const struct python *p;
	u64 id;
	u64 interpreter;
	u64 thread;
	u32 outcome;
	u32 pad;
};

static long step_thread(u32 turn, void *context)
{
	struct thread_walk *w = context;
	const struct python *p = w->p;

	if (!w->interpreter) {
		w->outcome = PYTHON_WHOLE;
		return WALK_ENDS;
	}
	u64 place = w->thread ? w->thread + p->thread_next : w->interpreter + p->interpreter_threads;
	if (!read_word(place, &w->thread)) {
		w->outcome = PYTHON_UNREADABLE;
		return WALK_ENDS;
	}
	if (is_thread(p, w->thread, w->id)) {
		w->outcome = PYTHON_WHOLE;
		return WALK_ENDS;
	}
	if (!w->thread && !read_word(w->interpreter + p->interpreter_next, &w->interpreter)) {
		w->outcome = PYTHON_UNREADABLE;
		return WALK_ENDS;
	}
	return WALK_ON;
}

/* Address of the running thread's state; 0 when it has none, or with an outcome that says more. */
static __always_inline u64 find_python_thread(const struct python *p, u64 id, u32 *outcome)
{
	struct thread_walk w = { .p = p, .id = id, .outcome = PYTHON_LOST };

	if (!read_word(p->interpreters, &w.interpreter)) {
		*outcome = PYTHON_UNREADABLE;
		return 0;
	}
	WALK(PYTHON_STEPS, PYTHON_TURNS, step_thread, &w);
	*outcome = w.outcome;
	return w.outcome == PYTHON_WHOLE && w.interpreter ? w.thread : 0;
}

/* Where the thread's newest frame is, and the record on the C stack where the version has one. */
static __always_inline bool newest_frame(const struct python *p, u64 thread, u64 *record, u64 *frame)
{
	if (!read_word(thread + p->thread_frame, frame))
		return false;
	if (p->kind == PYTHON_THREAD || p->kind == PYTHON_OBJECT)
		return true;
	*record = *frame;
	*frame = 0;
	return !*record || read_word(*record + p->record_frame, frame);
}

static __always_inline u64 frame_word(const struct python_room *s, u32 offset)
{
	return *(const u64 *)&s->bytes[offset & 120];
}

static __always_inline u8 frame_byte(const struct python_room *s, u32 offset)
{
	return s->bytes[offset & 127];
}

static __always_inline void add_entry(struct python_room *s, u64 code, u64 name)
{
	struct python_entry *e = &s->out.entries[s->out.count & (PYTHON_ENTRIES - 1)];

	e->code = code;
	e->name = name;
	s->out.count++;
}

struct frame_walk {
	const struct python *p;
	struct python_room *s;
};

/*
 * One frame, or the place of C code behind it, newest first. All it remembers is in memory: to the verifier
 * each turn then begins like the one before.
 */
static long step_frame(u32 turn, void *context)
{
	struct frame_walk *w = context;
	struct python_room *s = w->s;
	const struct python *p = w->p;

	if (s->out.count >= PYTHON_ENTRIES - 1)
		return WALK_ENDS;
	if (s->is_entered) {
		u64 record = s->record;
		add_entry(s, PYTHON_C_CODE, record);
		s->is_entered = 0;
		s->is_shortened = 0;
		if (read_word(record + p->record_previous, &s->record))
			return WALK_ON;
		s->out.outcome = PYTHON_UNREADABLE;
		return WALK_ENDS;
	}
	u64 frame = s->frame;
	if (!frame) {
		s->out.outcome = s->kept < PYTHON_KEPT ? PYTHON_WHOLE : PYTHON_CUT;
		return WALK_ENDS;
	}
	u32 bytes = p->kind == PYTHON_OBJECT ? PYTHON_OBJECT_BYTES : PYTHON_FRAME_BYTES;
	if (bpf_probe_read_user(s->bytes, bytes, (void *)frame)) {
		s->out.outcome = PYTHON_UNREADABLE;
		return WALK_ENDS;
	}
	if (p->kind < PYTHON_ENTRY && frame_byte(s, p->frame_owner) >= 3) {
		add_entry(s, PYTHON_C_CODE, frame);
		s->is_shortened = 0;
	} else if (s->kept < PYTHON_KEPT) {
		/* The low bits of a reference say how it is counted. */
		u64 code = frame_word(s, p->frame_code) & ~7ULL, name;
		if (!read_word(code + p->code_name, &name))
			name = 0;
		if (!s->out.count) {
			u64 instruction = frame_word(s, p->frame_instruction);
			/* Half of the word, and -1 before the first one. */
			s->out.instruction = p->kind == PYTHON_OBJECT ? (u32)instruction + 1 : instruction;
		}
		add_entry(s, code, name);
		s->kept++;
	} else if (!s->is_shortened) {
		add_entry(s, PYTHON_MORE, 0);
		s->is_shortened = 1;
	}
	s->is_entered = p->kind == PYTHON_ENTRY && frame_byte(s, p->frame_entry);
	s->frame = frame_word(s, p->frame_previous);
	return WALK_ON;
}

static __always_inline void walk_python(const struct python *p, struct python_room *s, u64 record, u64 frame)
{
	s->frame = frame;
	s->record = record;
	s->kept = 0;
	s->is_entered = 0;
	s->is_shortened = 0;
	s->out.outcome = PYTHON_CUT;
	struct frame_walk w = { .p = p, .s = s };

	WALK(PYTHON_WALK, PYTHON_TURNS, step_frame, &w);
}

/* What is known of a program that the process still runs. */
static __always_inline struct python *python_of(const struct target *t)
{
	u32 pid = t->pid;
	struct python *p = bpf_map_lookup_elem(&pythons, &pid);

	return p && p->exec_ns == t->exec_ns ? p : 0;
}

/* As python_of; a child that the collector has not seen yet has its parent's. */
static __always_inline struct python *python_in(const struct target *t)
{
	struct python *p = python_of(t);
	u32 parent = t->parent;

	if (p || !t->forked || t->exec_ns)
		return p;
	const struct target *from = bpf_map_lookup_elem(&targets, &parent);
	return from ? python_of(from) : 0;
}

/* The running thread's frames. A function of its own, which the verifier checks separately from its caller. */
__weak __noinline int read_python(struct python_room *s, const struct target *t)
{
	if (!s || !t)
		return 0;
	struct python *p = python_in(t);

	s->out.outcome = PYTHON_NONE;
	s->out.count = 0;
	s->out.instruction = 0;
	if (!p)
		return 0;
	struct task_struct *task = bpf_get_current_task_btf();
	u64 tid = (u32)bpf_get_current_pid_tgid();
	u64 id = p->kind == PYTHON_OBJECT ? thread_pointer(task) : own_thread_id(task);
	u32 slot = tid & (PYTHON_PLACES - 1), outcome = PYTHON_WHOLE;
	struct python_thread *known = bpf_map_lookup_elem(&python_threads, &slot);
	u64 thread, record = 0, frame = 0;

	if (!known)
		return 0;
	/* What is remembered may have been freed: a thread without a frame is looked for again. */
	thread = known->id == tid ? known->address : 0;
	if (!is_thread(p, thread, id) || !newest_frame(p, thread, &record, &frame) || !frame) {
		thread = find_python_thread(p, id, &outcome);
		known->address = thread;
		known->id = tid;
		if (thread && !newest_frame(p, thread, &record, &frame))
			outcome = PYTHON_UNREADABLE;
	}
	s->out.outcome = outcome;
	if (thread && outcome == PYTHON_WHOLE)
		walk_python(p, s, record, frame);
	return 0;
}
