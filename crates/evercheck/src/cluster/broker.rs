//! The only module that knows NATS: each operation here is one of JetStream's, tried again for as long as the broker may be away.
//!
//! A run has a stream of tasks (a work queue, with a durable consumer whose `ack_wait` is the lease), a bucket of results, and a
//! bucket of objects. All runs are listed in one bucket, and workers in another, from which those vanish of which nothing is heard.

use std::error::Error;
use std::fmt;
use std::pin::pin;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use async_nats::ConnectOptions;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::kv::{self, CreateErrorKind, Store};
use async_nats::jetstream::message::{AckKind, PublishMessage};
use async_nats::jetstream::object_store::{self, GetErrorKind, ObjectStore};
use async_nats::jetstream::stream::{self, DirectGetErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Message};
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;
use tokio::runtime::{self, Runtime};
use tokio::time::{sleep, timeout};

use super::args::DoorArgs;
use super::message::Run;
use super::url::{user_of, without_password};

const RUNS: &str = "evercheck-runs";
const WORKERS: &str = "evercheck-workers";
const CONSUMER: &str = "workers";
/// Workers that have said nothing for this long are not listed.
const SILENCE: Duration = Duration::from_secs(10);
/// A run whose submitter has said nothing for this long is over.
const LISTED: Duration = Duration::from_secs(60);
/// What it leaves behind goes away after this time.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long one attempt at something may take; at an object, more.
const ATTEMPT: Duration = Duration::from_secs(10);
const TRANSFER: Duration = Duration::from_secs(300);
/// Bytes of a message, by default at most a megabyte for NATS.
const LARGEST: usize = 1 << 19;
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(250);

/// Why there is no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The run is over: nobody wants an answer any more.
    Gone,
    /// The broker has been away for too long.
    Lost(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Gone => f.write_str("the run is over"),
            Trouble::Lost(message) => f.write_str(message),
        }
    }
}

impl Error for Trouble {}

pub struct Broker {
    runtime: Runtime,
    context: Context,
    runs: Store,
    workers: Store,
    url: String,
    patience: Duration,
}

/// Stands for a message that is too large to be one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Elsewhere {
    object: String,
}

/// Where the tasks, the results and the objects of a run are.
pub struct Room {
    pub run: String,
    tasks: Consumer<pull::Config>,
    results: Store,
    objects: ObjectStore,
}

/// A task that was given to this worker.
pub struct Delivery {
    message: Message,
    /// How often it was given to somebody, this time included.
    pub count: u64,
}

impl Delivery {
    pub fn payload(&self) -> &[u8] {
        &self.message.payload
    }
}

/// How many tasks wait, how many are being done, and how many workers have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    pub waiting: u64,
    pub at_work: u64,
    pub idle: u64,
}

impl Broker {
    /// Goes in. `is_patient` waits for a broker that is not there yet.
    pub fn connect(url: &str, door: &DoorArgs, is_patient: bool) -> Result<Broker> {
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let start = Instant::now();
        let connected = runtime.block_on(async {
            loop {
                match Broker::enter(url, door).await {
                    Err(_) if is_patient && start.elapsed() < door.broker_timeout => sleep(PAUSE).await,
                    entered => break entered,
                }
            }
        });
        let (context, runs, workers) = connected?;
        let url = without_password(url);
        Ok(Broker { runtime, context, runs, workers, url, patience: door.broker_timeout })
    }

    async fn enter(url: &str, door: &DoorArgs) -> Result<(Context, Store, Store)> {
        let said = without_password(url);
        let mut options = ConnectOptions::new().name("evercheck").connection_timeout(ATTEMPT);
        if let Some(file) = &door.broker_credentials {
            options = options
                .credentials_file(file)
                .await
                .with_context(|| format!("cannot read {}", file.display()))?;
        }
        if let Some(file) = &door.broker_ca {
            options = options.add_root_certificates(file.clone());
        }
        if let (Some(certificate), Some(key)) = (&door.broker_certificate, &door.broker_key) {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        options = match user_of(url) {
            Some((user, Some(password))) => options.user_and_password(user.into(), password.into()),
            Some((token, None)) => options.token(token.into()),
            None => options,
        };
        let client = options.connect(&said).await;
        let client =
            client.map_err(|error| anyhow!("cannot connect to the broker {said}: {}", all(&error)))?;
        let context = jetstream::new(client);
        let bucket = |bucket: &str, max_age: Duration, storage: StorageType| kv::Config {
            bucket: bucket.into(),
            max_age,
            storage,
            history: 1,
            ..kv::Config::default()
        };
        let open = async |config: kv::Config| {
            // Whoever was here before has made it.
            match context.get_key_value(config.bucket.clone()).await {
                Ok(store) => Ok(store),
                Err(_) => context.create_key_value(config).await,
            }
        };
        let refused =
            |error: &dyn Error| anyhow!("the broker {said} has no JetStream for us: {}", all(error));
        let runs = open(bucket(RUNS, LISTED, StorageType::File)).await.map_err(|error| refused(&error))?;
        let workers =
            open(bucket(WORKERS, SILENCE, StorageType::File)).await.map_err(|error| refused(&error))?;
        Ok((context, runs, workers))
    }

    /// Makes room for a run, and lists it.
    pub fn submit(
        &self,
        run: &Run,
        objects: &[(String, Vec<u8>)],
        first: (&str, Vec<u8>),
    ) -> Result<Room, Trouble> {
        let name = name(&run.id);
        let room = self.insist(None, "make room for the run", async || {
            let tasks = stream::Config {
                name: name.clone(),
                subjects: vec![subject(&run.id, "*")],
                retention: RetentionPolicy::WorkQueue,
                max_age: KEPT,
                ..stream::Config::default()
            };
            let tasks = self.context.get_or_create_stream(tasks).await.map_err(text)?;
            let consumer = pull::Config {
                durable_name: Some(CONSUMER.into()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: Duration::from_secs_f64(run.lease),
                max_deliver: -1,
                max_ack_pending: -1,
                max_waiting: 1 << 16,
                ..pull::Config::default()
            };
            let tasks = tasks.get_or_create_consumer(CONSUMER, consumer).await.map_err(text)?;
            let results = kv::Config { bucket: name.clone(), max_age: KEPT, ..kv::Config::default() };
            let results = self.context.create_key_value(results).await.map_err(text)?;
            let objects = object_store::Config { bucket: name.clone(), max_age: KEPT, ..Default::default() };
            let objects = self.context.create_object_store(objects).await.map_err(text)?;
            Ok(Room { run: run.id.clone(), tasks, results, objects })
        })?;
        // A run is listed when all is there that its tasks take: a worker who finds it without its program refuses it for good.
        for (name, bytes) in objects {
            self.store(&room, name, bytes, None)?;
        }
        self.list(run)?;
        self.publish(&room, first.0, &first.1)?;
        Ok(room)
    }

    /// Says that there is work for a run. That has to be said again and again: if its submitter dies, the run is over.
    pub fn list(&self, run: &Run) -> Result<(), Trouble> {
        let value = serde_json::to_vec(run).unwrap_or_default();
        self.insist(None, "list the run", async || {
            self.runs.put(&run.id, value.clone().into()).await.map(drop).map_err(text)
        })
    }

    /// The room of a run; nothing if that is over.
    pub fn room(&self, run: &str) -> Result<Option<Room>, Trouble> {
        let opened = self.insist(Some(run), "find the run", async || {
            let name = name(run);
            let tasks = self.context.get_consumer_from_stream(CONSUMER, &name).await.map_err(text)?;
            let results = self.context.get_key_value(&name).await.map_err(text)?;
            let objects = self.context.get_object_store(&name).await.map_err(text)?;
            Ok(Room { run: run.to_string(), tasks, results, objects })
        });
        match opened {
            Ok(room) => Ok(Some(room)),
            Err(Trouble::Gone) => Ok(None),
            Err(lost) => Err(lost),
        }
    }

    /// Removes a run, and all that there is of it. Nobody waits for a broker that is away: then it goes when it is old.
    pub fn close(&self, run: &str) {
        let name = name(run);
        let close = async {
            let _ = self.runs.purge(run).await;
            let _ = self.context.delete_stream(&name).await;
            let _ = self.context.delete_key_value(&name).await;
            let _ = self.context.delete_object_store(&name).await;
        };
        self.runtime.block_on(async { drop(timeout(ATTEMPT, close).await) });
    }

    /// The runs that there is work for, the oldest first.
    pub fn runs(&self) -> Result<Vec<Run>, Trouble> {
        let values = self.insist(None, "list the runs", async || all_values(&self.runs).await)?;
        let mut runs: Vec<Run> =
            values.iter().filter_map(|value| serde_json::from_slice(value).ok()).collect();
        runs.sort_by(|one, other| (one.since, &one.id).cmp(&(other.since, &other.id)));
        Ok(runs)
    }

    pub fn is_listed(&self, run: &str) -> Result<bool, Trouble> {
        self.insist(None, "find the run", async || self.runs.get(run).await.map_err(text))
            .map(|it| it.is_some())
    }

    /// Says what a worker is doing. Nobody relies on that.
    pub fn announce(&self, worker: &str, value: Vec<u8>) {
        let (workers, worker) = (self.workers.clone(), worker.to_string());
        self.runtime.spawn(async move { drop(timeout(ATTEMPT, workers.put(worker, value.into())).await) });
    }

    pub fn workers(&self) -> Result<Vec<Vec<u8>>, Trouble> {
        self.insist(None, "list the workers", async || all_values(&self.workers).await)
    }

    pub fn put(&self, room: &Room, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        self.store(room, name, bytes, Some(&room.run))
    }

    /// Stores an object, as long as the run is listed that is named.
    fn store(&self, room: &Room, name: &str, bytes: &[u8], run: Option<&str>) -> Result<(), Trouble> {
        let put = async || room.objects.put(name, &mut &*bytes).await.map(drop).map_err(text);
        self.insist_for(TRANSFER, run, "store a record", put)
    }

    /// An object; nothing if there is none.
    pub fn get(&self, room: &Room, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        self.insist_for(TRANSFER, Some(&room.run), "get a record", async || {
            let mut object = match room.objects.get(name).await {
                Ok(object) => object,
                Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(text(error)),
            };
            let mut bytes = Vec::with_capacity(object.info().size);
            object.read_to_end(&mut bytes).await.map_err(text)?;
            Ok(Some(bytes))
        })
    }

    /// Puts a task into the queue; one of the same name that is there already stays alone.
    pub fn publish(&self, room: &Room, id: &str, payload: &[u8]) -> Result<(), Trouble> {
        self.insist(Some(&room.run), "publish a task", async || {
            let message = PublishMessage::build().payload(payload.to_vec().into()).message_id(id);
            let sent = self.context.send_publish(subject(&room.run, id), message).await.map_err(text)?;
            sent.await.map(drop).map_err(text)
        })
    }

    /// Waits for a task.
    pub fn take(&self, room: &Room, wait: Duration) -> Result<Option<Delivery>, Trouble> {
        let message = self.insist_for(wait + ATTEMPT, Some(&room.run), "take a task", async || {
            let mut messages =
                room.tasks.batch().max_messages(1).expires(wait).messages().await.map_err(text)?;
            messages.next().await.transpose().map_err(|error| error.to_string())
        })?;
        Ok(message.map(|message| {
            let count = message.info().map_or(1, |info| info.delivered.max(1) as u64);
            Delivery { message, count }
        }))
    }

    /// This worker is alive. If that does not arrive, somebody else does the task, too.
    pub fn keep(&self, delivery: &Delivery) {
        let keep = delivery.message.ack_with(AckKind::Progress);
        self.runtime.block_on(async { drop(timeout(ATTEMPT, keep).await) });
    }

    /// The task is done.
    pub fn acknowledge(&self, room: &Room, delivery: &Delivery) -> Result<(), Trouble> {
        self.insist(Some(&room.run), "acknowledge a task", async || {
            delivery.message.double_ack().await.map_err(|error| error.to_string())
        })
    }

    /// Somebody else is to do the task.
    pub fn give_back(&self, delivery: &Delivery) {
        let back = delivery.message.ack_with(AckKind::Nak(None));
        self.runtime.block_on(async { drop(timeout(ATTEMPT, back).await) });
    }

    pub fn queue(&self, room: &Room) -> Result<Queue, Trouble> {
        self.insist(Some(&room.run), "look at the queue", async || {
            let info = room.tasks.get_info().await.map_err(text)?;
            Ok(Queue {
                waiting: info.num_pending,
                at_work: info.num_ack_pending as u64,
                idle: info.num_waiting as u64,
            })
        })
    }

    /// Tasks that are done.
    pub fn done(&self, room: &Room) -> Result<u64, Trouble> {
        let count = async || Ok(room.results.stream.get_info().await.map_err(text)?.state.messages);
        self.insist(Some(&room.run), "count the results", count)
    }

    /// Commits a result, unless there is one of this task. Whether it is the one that counts.
    pub fn commit(&self, room: &Room, id: &str, value: &[u8]) -> Result<bool, Trouble> {
        self.insist(Some(&room.run), "commit a result", async || {
            match room.results.create(id, value.to_vec().into()).await {
                Ok(_) => Ok(true),
                // It may be this one, if the answer to an earlier attempt was lost.
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                    Ok(room.results.get(id).await.map_err(text)?.is_some_and(|found| found == value))
                }
                Err(error) => Err(text(error)),
            }
        })
    }

    /// The result of a task, if one is committed.
    pub fn result(&self, room: &Room, id: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let get = async || room.results.get(id).await.map_err(text);
        Ok(self.insist(Some(&room.run), "look for a result", get)?.map(|bytes| bytes.to_vec()))
    }

    /// The first result that was committed after a number, and its own number; nothing if there is none so far.
    pub fn next_result(&self, room: &Room, after: u64) -> Result<Option<(u64, Vec<u8>)>, Trouble> {
        self.insist(Some(&room.run), "look for results", async || {
            let subject = format!("{}>", room.results.prefix);
            match room.results.stream.direct_get_next_for_subject(subject, Some(after + 1)).await {
                Ok(message) => Ok(Some((message.sequence, message.payload.to_vec()))),
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
                Err(error) => Err(text(error)),
            }
        })
    }

    /// A message as it is sent. Paths may be long: what is too large for a message is an object.
    pub fn pack(&self, room: &Room, name: &str, value: &impl Serialize) -> Result<Vec<u8>, Trouble> {
        let bytes = serde_json::to_vec(value).map_err(|error| Trouble::Lost(error.to_string()))?;
        if bytes.len() <= LARGEST {
            return Ok(bytes);
        }
        let name = format!("large.{name}");
        self.put(room, &name, &bytes)?;
        Ok(serde_json::to_vec(&Elsewhere { object: name }).unwrap_or_default())
    }

    /// What was sent; nothing if it makes no sense.
    pub fn unpack<T: DeserializeOwned>(&self, room: &Room, bytes: &[u8]) -> Result<Option<T>, Trouble> {
        if let Ok(Elsewhere { object }) = serde_json::from_slice(bytes) {
            let bytes = self.get(room, &object)?.unwrap_or_default();
            return Ok(serde_json::from_slice(&bytes).ok());
        }
        Ok(serde_json::from_slice(bytes).ok())
    }

    fn insist<T>(
        &self,
        run: Option<&str>,
        what: &str,
        op: impl AsyncFn() -> Result<T, String>,
    ) -> Result<T, Trouble> {
        self.insist_for(ATTEMPT, run, what, op)
    }

    /// Tries something again and again, until the broker has been away for too long, or the run is over.
    fn insist_for<T>(
        &self,
        attempt: Duration,
        run: Option<&str>,
        what: &str,
        op: impl AsyncFn() -> Result<T, String>,
    ) -> Result<T, Trouble> {
        let lost = |reason: &str| {
            let (url, seconds) = (&self.url, self.patience.as_secs_f64());
            Err(Trouble::Lost(format!("the broker {url} is lost: cannot {what} for {seconds} s: {reason}")))
        };
        let attempts = async {
            let start = Instant::now();
            loop {
                let reason = match timeout(attempt, op()).await {
                    Ok(Ok(value)) => return Ok(value),
                    Ok(Err(reason)) => reason,
                    Err(_) => "no answer".to_string(),
                };
                if let Some(run) = run
                    && let Ok(Ok(None)) = timeout(ATTEMPT, self.runs.get(run)).await
                {
                    return Err(Trouble::Gone);
                }
                if start.elapsed() >= self.patience {
                    return lost(&reason);
                }
                sleep(PAUSE).await;
            }
        };
        self.runtime.block_on(async {
            match select(pin!(attempts), pin!(self.away())).await {
                Either::Left((ended, _)) => ended,
                Either::Right(((), _)) => lost("it is not there any more"),
            }
        })
    }

    /// Ends when there has been no connection for too long.
    async fn away(&self) {
        let mut since = Instant::now();
        while since.elapsed() < self.patience {
            sleep(PAUSE).await;
            if self.context.client().connection_state() == State::Connected {
                since = Instant::now();
            }
        }
    }
}

async fn all_values(store: &Store) -> Result<Vec<Vec<u8>>, String> {
    let (mut values, mut keys) = (Vec::new(), store.keys().await.map_err(text)?);
    while let Some(key) = keys.next().await {
        let key = key.map_err(text)?;
        values.extend(store.get(&key).await.map_err(text)?.map(|bytes| bytes.to_vec()));
    }
    Ok(values)
}

fn name(run: &str) -> String {
    format!("evercheck-{run}")
}

fn subject(run: &str, task: &str) -> String {
    format!("evercheck.{run}.{task}")
}

fn text(error: impl Error) -> String {
    all(&error)
}

/// An error and what caused it, unless it says so itself.
fn all(error: &dyn Error) -> String {
    let (mut text, mut next) = (error.to_string(), error.source());
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}
